#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/views/ui.h"
#include "core/trace/head_roles.h"

namespace headscope {

// How roles are called and marked where there is little room. Each has a shape of its own, so that colour only helps
// the eye; the word stands beside it.
std::string role_word(RoleKind kind);   // "previous", "offset −3"
std::string role_badge(RoleKind kind);  // "prev", "−3"
ImU32 role_colour(const Palette& palette, Role role);
// The role's shape in the middle of `rect`, as large as fits.
void draw_role_mark(ImDrawList& list, const Rect& rect, Role role, ImU32 colour);
// What the role says, in a sentence, with its formula and its score on this text.
std::string role_tip(const RoleScore& role, std::string_view on = "this text");

// The strongest role of a head as a whole tile, "–" where none shows; dots while they are computed.
void draw_role_tile(const Ui& ui, ImDrawList& list, HeadRef head, const Rect& rect);
// The words and marks of the roles that show on this text, as many as fit, from the right end of a row.
void draw_role_legend(const Ui& ui, const Rect& row);
// The strongest role in the corner of a thumbnail that is large enough; nothing for heads without one, or a broad one.
void draw_role_badge(const Ui& ui, ImDrawList& list, HeadRef head, const Rect& thumb);
// Over the thumbnail of a head that is switched off: paled and crossed out.
void draw_off_thumbnail(const Ui& ui, ImDrawList& list, const Rect& thumb);
// The roles of the selected head, then its entropy, as tags in a row that ends at `right`. Returns where they end.
float draw_role_tags(const Ui& ui, ImVec2 position, float right);

}  // namespace headscope
