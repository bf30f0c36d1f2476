#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "core/text/post_processor.h"
#include "core/text/text_cutter.h"
#include "core/text/tokenizer_parts.h"

namespace headscope {

// The first text and the second, which is empty where there is one text alone.
using CutTexts = std::array<CutText, 2>;

// Which of the texts a place of a template, one that takes a text, takes: 0 or 1.
std::size_t text_of(const TemplateItem& item);

// Puts texts and special tokens together as a template says. What it is given must outlive it.
class TemplateFiller {
  public:
    TemplateFiller(const TokenizerParts& parts, const PostProcessor::Items& items, const CutTexts& texts)
        : parts_(parts), items_(items), texts_(texts) {}

    // The encoding's tokens, with the first window of each text.
    std::vector<Token> fill() const { return fill_with(Selection(items_.size(), 0)); }
    // The further windows of the texts taken together as in the reference: every further window of what stands to the
    // left with every window of what stands to the right, the first one of the left with the further ones of the right.
    std::vector<std::vector<Token>> fill_overflow() const;

  private:
    // Which window of its text each item of the template takes; of special tokens it means nothing.
    using Selection = std::vector<std::size_t>;

    std::vector<Selection> overflowing_selections() const;
    std::vector<Token> fill_with(const Selection& selection) const;
    void append_specials(const TemplateItem& item, int segment, std::vector<Token>& out) const;
    void append_text(const TemplateItem& item, const CutText& text, TokenRange range, int segment,
                     std::vector<Token>& out) const;

    const TokenizerParts& parts_;
    const PostProcessor::Items& items_;
    const CutTexts& texts_;
};

}  // namespace headscope
