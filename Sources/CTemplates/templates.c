// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

#include "CTemplates.h"

#include <string.h>

// A test compares them with the folder.
static const unsigned char app_clip_xml[] = {
#embed "../../Templates/app-clip.xml"
};
static const unsigned char job_rng[] = {
#embed "../../Templates/job.rng"
};
static const unsigned char languages_de_json[] = {
#embed "../../Templates/languages/de.json"
};
static const unsigned char languages_en_json[] = {
#embed "../../Templates/languages/en.json"
};
static const unsigned char numbers_xml[] = {
#embed "../../Templates/numbers.xml"
};
static const unsigned char one_link_xml[] = {
#embed "../../Templates/one-link.xml"
};
static const unsigned char page_app_js[] = {
#embed "../../Templates/page/app.js"
};
static const unsigned char page_base_js[] = {
#embed "../../Templates/page/base.js"
};
static const unsigned char page_build_js[] = {
#embed "../../Templates/page/build.js"
};
static const unsigned char page_check_js[] = {
#embed "../../Templates/page/check.js"
};
static const unsigned char page_choices_js[] = {
#embed "../../Templates/page/choices.js"
};
static const unsigned char page_events_js[] = {
#embed "../../Templates/page/events.js"
};
static const unsigned char page_hands_js[] = {
#embed "../../Templates/page/hands.js"
};
static const unsigned char page_home_js[] = {
#embed "../../Templates/page/home.js"
};
static const unsigned char page_index_html[] = {
#embed "../../Templates/page/index.html"
};
static const unsigned char page_job_js[] = {
#embed "../../Templates/page/job.js"
};
static const unsigned char page_keep_js[] = {
#embed "../../Templates/page/keep.js"
};
static const unsigned char page_labels_js[] = {
#embed "../../Templates/page/labels.js"
};
static const unsigned char page_list_js[] = {
#embed "../../Templates/page/list.js"
};
static const unsigned char page_main_js[] = {
#embed "../../Templates/page/main.js"
};
static const unsigned char page_new_js[] = {
#embed "../../Templates/page/new.js"
};
static const unsigned char page_own_js[] = {
#embed "../../Templates/page/own.js"
};
static const unsigned char page_page_css[] = {
#embed "../../Templates/page/page.css"
};
static const unsigned char page_pictures_js[] = {
#embed "../../Templates/page/pictures.js"
};
static const unsigned char page_preview_js[] = {
#embed "../../Templates/page/preview.js"
};
static const unsigned char page_probe_js[] = {
#embed "../../Templates/page/probe.js"
};
static const unsigned char page_readers_js[] = {
#embed "../../Templates/page/readers.js"
};
static const unsigned char page_report_js[] = {
#embed "../../Templates/page/report.js"
};
static const unsigned char page_rows_js[] = {
#embed "../../Templates/page/rows.js"
};
static const unsigned char page_run_js[] = {
#embed "../../Templates/page/run.js"
};
static const unsigned char page_server_js[] = {
#embed "../../Templates/page/server.js"
};
static const unsigned char page_settings_js[] = {
#embed "../../Templates/page/settings.js"
};
static const unsigned char page_sheet_js[] = {
#embed "../../Templates/page/sheet.js"
};
static const unsigned char page_single_js[] = {
#embed "../../Templates/page/single.js"
};
static const unsigned char page_sound_js[] = {
#embed "../../Templates/page/sound.js"
};
static const unsigned char page_special_js[] = {
#embed "../../Templates/page/special.js"
};
static const unsigned char page_start_js[] = {
#embed "../../Templates/page/start.js"
};
static const unsigned char page_told_js[] = {
#embed "../../Templates/page/told.js"
};
static const unsigned char page_website_js[] = {
#embed "../../Templates/page/website.js"
};
static const unsigned char page_words_js[] = {
#embed "../../Templates/page/words.js"
};
static const unsigned char page_write_js[] = {
#embed "../../Templates/page/write.js"
};
static const unsigned char password_xml[] = {
#embed "../../Templates/password.xml"
};
static const unsigned char report_html[] = {
#embed "../../Templates/report.html"
};
static const unsigned char servers_Caddyfile[] = {
#embed "../../Templates/servers/Caddyfile"
};
static const unsigned char servers_apache_conf[] = {
#embed "../../Templates/servers/apache.conf"
};
static const unsigned char servers_nginx_conf[] = {
#embed "../../Templates/servers/nginx.conf"
};
static const unsigned char spreadsheet_xml[] = {
#embed "../../Templates/spreadsheet.xml"
};
static const unsigned char stores_csv[] = {
#embed "../../Templates/stores.csv"
};
static const unsigned char tokens_xml[] = {
#embed "../../Templates/tokens.xml"
};
static const unsigned char uid_mirror_xml[] = {
#embed "../../Templates/uid-mirror.xml"
};

#define FILE(path, bytes) {path, bytes, sizeof bytes}

static const struct tagpress_template files[] = {
    FILE("app-clip.xml", app_clip_xml),
    FILE("job.rng", job_rng),
    FILE("languages/de.json", languages_de_json),
    FILE("languages/en.json", languages_en_json),
    FILE("numbers.xml", numbers_xml),
    FILE("one-link.xml", one_link_xml),
    FILE("page/app.js", page_app_js),
    FILE("page/base.js", page_base_js),
    FILE("page/build.js", page_build_js),
    FILE("page/check.js", page_check_js),
    FILE("page/choices.js", page_choices_js),
    FILE("page/events.js", page_events_js),
    FILE("page/hands.js", page_hands_js),
    FILE("page/home.js", page_home_js),
    FILE("page/index.html", page_index_html),
    FILE("page/job.js", page_job_js),
    FILE("page/keep.js", page_keep_js),
    FILE("page/labels.js", page_labels_js),
    FILE("page/list.js", page_list_js),
    FILE("page/main.js", page_main_js),
    FILE("page/new.js", page_new_js),
    FILE("page/own.js", page_own_js),
    FILE("page/page.css", page_page_css),
    FILE("page/pictures.js", page_pictures_js),
    FILE("page/preview.js", page_preview_js),
    FILE("page/probe.js", page_probe_js),
    FILE("page/readers.js", page_readers_js),
    FILE("page/report.js", page_report_js),
    FILE("page/rows.js", page_rows_js),
    FILE("page/run.js", page_run_js),
    FILE("page/server.js", page_server_js),
    FILE("page/settings.js", page_settings_js),
    FILE("page/sheet.js", page_sheet_js),
    FILE("page/single.js", page_single_js),
    FILE("page/sound.js", page_sound_js),
    FILE("page/special.js", page_special_js),
    FILE("page/start.js", page_start_js),
    FILE("page/told.js", page_told_js),
    FILE("page/website.js", page_website_js),
    FILE("page/words.js", page_words_js),
    FILE("page/write.js", page_write_js),
    FILE("password.xml", password_xml),
    FILE("report.html", report_html),
    FILE("servers/Caddyfile", servers_Caddyfile),
    FILE("servers/apache.conf", servers_apache_conf),
    FILE("servers/nginx.conf", servers_nginx_conf),
    FILE("spreadsheet.xml", spreadsheet_xml),
    FILE("stores.csv", stores_csv),
    FILE("tokens.xml", tokens_xml),
    FILE("uid-mirror.xml", uid_mirror_xml),
};

const struct tagpress_template *tagpress_template_number(size_t number) {
  return number < sizeof files / sizeof files[0] ? &files[number] : NULL;
}

const struct tagpress_template *tagpress_template_at(const char *path) {
  const struct tagpress_template *file;
  for (size_t number = 0; (file = tagpress_template_number(number)); number++) {
    if (strcmp(file->path, path) == 0) return file;
  }
  return NULL;
}
