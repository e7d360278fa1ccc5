// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

/// Python with nfcpy, ndeflib, openpyxl and pandas, which `.ci/setup all` installs into the build
/// folder.
let peerPython = "\(packageRoot)/.build/peers/bin/python"
