// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors
#pragma once

#include <dlfcn.h>
#include <stddef.h>

// Cairo draws and Pango sets text. They bring thirty other libraries along, so they are opened by the
// one command that draws pages, and TagPress is built and runs where they are not installed. What
// follows is the part of their interface that is used, which the numbers in their names stand for.
typedef struct tagpress_surface tagpress_surface;
typedef struct tagpress_pen tagpress_pen;
typedef struct tagpress_layout tagpress_layout;
typedef struct tagpress_font tagpress_font;
typedef struct tagpress_attributes tagpress_attributes;

// Takes bytes of the file; 0 goes on, 11 is CAIRO_STATUS_WRITE_ERROR.
typedef int (*tagpress_page_writer)(void *closure, const unsigned char *bytes, unsigned int count);

enum {
  TAGPRESS_CAIRO_WRITE_ERROR = 11,
  TAGPRESS_CAIRO_PDF_1_4 = 0,
  TAGPRESS_CAIRO_TITLE = 0,
  TAGPRESS_CAIRO_CREATOR = 4,
  TAGPRESS_CAIRO_CREATE_DATE = 5,
  TAGPRESS_CAIRO_MOD_DATE = 6,
  TAGPRESS_PANGO_SCALE = 1024,
  TAGPRESS_PANGO_WRAP_WORD = 0,
  TAGPRESS_PANGO_WRAP_CHAR = 1,
  TAGPRESS_PANGO_WRAP_WORD_CHAR = 2,
  TAGPRESS_PANGO_ELLIPSIZE_END = 3,
  TAGPRESS_PANGO_BOLD = 700,
  TAGPRESS_PANGO_NORMAL = 400,
};

typedef struct {
  tagpress_surface *(*pdf_create)(tagpress_page_writer write, void *closure, double width,
                                  double height);
  void (*pdf_restrict)(tagpress_surface *surface, int version);
  void (*pdf_set_metadata)(tagpress_surface *surface, int metadata, const char *text);
  int (*surface_status)(tagpress_surface *surface);
  void (*surface_finish)(tagpress_surface *surface);
  void (*surface_destroy)(tagpress_surface *surface);
  tagpress_pen *(*create)(tagpress_surface *surface);
  void (*destroy)(tagpress_pen *pen);
  int (*status)(tagpress_pen *pen);
  void (*show_page)(tagpress_pen *pen);
  void (*set_grey)(tagpress_pen *pen, double red, double green, double blue);
  void (*set_line_width)(tagpress_pen *pen, double width);
  void (*set_dash)(tagpress_pen *pen, const double *dashes, int count, double offset);
  void (*move_to)(tagpress_pen *pen, double x, double y);
  void (*new_sub_path)(tagpress_pen *pen);
  void (*arc)(tagpress_pen *pen, double x, double y, double radius, double from, double to);
  void (*rectangle)(tagpress_pen *pen, double x, double y, double width, double height);
  void (*fill)(tagpress_pen *pen);
  void (*stroke)(tagpress_pen *pen);

  tagpress_font *(*font_new)(void);
  void (*font_free)(tagpress_font *font);
  void (*font_set_family)(tagpress_font *font, const char *family);
  void (*font_set_weight)(tagpress_font *font, int weight);
  void (*font_set_absolute_size)(tagpress_font *font, double size);
  tagpress_layout *(*layout_create)(tagpress_pen *pen);
  void (*layout_show)(tagpress_pen *pen, tagpress_layout *layout);
  void (*layout_set_text)(tagpress_layout *layout, const char *text, int length);
  void (*layout_set_font)(tagpress_layout *layout, const tagpress_font *font);
  tagpress_attributes *(*attributes_new)(void);
  void (*attributes_insert)(tagpress_attributes *attributes, void *attribute);
  void (*attributes_unref)(tagpress_attributes *attributes);
  void *(*attribute_insert_hyphens)(int inserts);
  void (*layout_set_attributes)(tagpress_layout *layout, tagpress_attributes *attributes);
  void (*layout_set_width)(tagpress_layout *layout, int width);
  void (*layout_set_height)(tagpress_layout *layout, int height);
  void (*layout_set_wrap)(tagpress_layout *layout, int wrap);
  void (*layout_set_ellipsize)(tagpress_layout *layout, int place);
  void (*layout_get_size)(tagpress_layout *layout, int *width, int *height);
  int (*layout_get_unknown_glyphs_count)(tagpress_layout *layout);
  void (*unref)(void *object);
} tagpress_cairo;

// Finds every function, or says no. It is C because Swift cannot cast a symbol to a function.
static inline int tagpress_cairo_open(tagpress_cairo *cairo) {
  void *drawing = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
  void *objects = dlopen("libgobject-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  void *text = dlopen("libpango-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
  void *both = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (drawing == NULL || objects == NULL || text == NULL || both == NULL)
    return 0;
#define TAGPRESS_FIND(library, member, name) \
  *(void **)&cairo->member = dlsym(library, name); \
  if (cairo->member == NULL) \
    return 0;
  TAGPRESS_FIND(drawing, pdf_create, "cairo_pdf_surface_create_for_stream")
  TAGPRESS_FIND(drawing, pdf_restrict, "cairo_pdf_surface_restrict_to_version")
  TAGPRESS_FIND(drawing, pdf_set_metadata, "cairo_pdf_surface_set_metadata")
  TAGPRESS_FIND(drawing, surface_status, "cairo_surface_status")
  TAGPRESS_FIND(drawing, surface_finish, "cairo_surface_finish")
  TAGPRESS_FIND(drawing, surface_destroy, "cairo_surface_destroy")
  TAGPRESS_FIND(drawing, create, "cairo_create")
  TAGPRESS_FIND(drawing, destroy, "cairo_destroy")
  TAGPRESS_FIND(drawing, status, "cairo_status")
  TAGPRESS_FIND(drawing, show_page, "cairo_show_page")
  TAGPRESS_FIND(drawing, set_grey, "cairo_set_source_rgb")
  TAGPRESS_FIND(drawing, set_line_width, "cairo_set_line_width")
  TAGPRESS_FIND(drawing, set_dash, "cairo_set_dash")
  TAGPRESS_FIND(drawing, move_to, "cairo_move_to")
  TAGPRESS_FIND(drawing, new_sub_path, "cairo_new_sub_path")
  TAGPRESS_FIND(drawing, arc, "cairo_arc")
  TAGPRESS_FIND(drawing, rectangle, "cairo_rectangle")
  TAGPRESS_FIND(drawing, fill, "cairo_fill")
  TAGPRESS_FIND(drawing, stroke, "cairo_stroke")
  TAGPRESS_FIND(text, font_new, "pango_font_description_new")
  TAGPRESS_FIND(text, font_free, "pango_font_description_free")
  TAGPRESS_FIND(text, font_set_family, "pango_font_description_set_family")
  TAGPRESS_FIND(text, font_set_weight, "pango_font_description_set_weight")
  TAGPRESS_FIND(text, font_set_absolute_size, "pango_font_description_set_absolute_size")
  TAGPRESS_FIND(both, layout_create, "pango_cairo_create_layout")
  TAGPRESS_FIND(both, layout_show, "pango_cairo_show_layout")
  TAGPRESS_FIND(text, layout_set_text, "pango_layout_set_text")
  TAGPRESS_FIND(text, layout_set_font, "pango_layout_set_font_description")
  TAGPRESS_FIND(text, attributes_new, "pango_attr_list_new")
  TAGPRESS_FIND(text, attributes_insert, "pango_attr_list_insert")
  TAGPRESS_FIND(text, attributes_unref, "pango_attr_list_unref")
  TAGPRESS_FIND(text, attribute_insert_hyphens, "pango_attr_insert_hyphens_new")
  TAGPRESS_FIND(text, layout_set_attributes, "pango_layout_set_attributes")
  TAGPRESS_FIND(text, layout_set_width, "pango_layout_set_width")
  TAGPRESS_FIND(text, layout_set_height, "pango_layout_set_height")
  TAGPRESS_FIND(text, layout_set_wrap, "pango_layout_set_wrap")
  TAGPRESS_FIND(text, layout_set_ellipsize, "pango_layout_set_ellipsize")
  TAGPRESS_FIND(text, layout_get_size, "pango_layout_get_size")
  TAGPRESS_FIND(text, layout_get_unknown_glyphs_count, "pango_layout_get_unknown_glyphs_count")
  TAGPRESS_FIND(objects, unref, "g_object_unref")
#undef TAGPRESS_FIND
  return 1;
}
