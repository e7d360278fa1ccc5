// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How web servers are told to send the association files, from `Templates/servers`.
enum ServerSnippets {
  static let all: [(name: String, bytes: [UInt8])] = [
    ("nginx.conf", PackageResources.nginx_conf), ("apache.conf", PackageResources.apache_conf),
    ("Caddyfile", PackageResources.Caddyfile),
  ]
}
