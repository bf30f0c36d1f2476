#include "core/text/pipeline_tokenizer.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/encoding_notes.h"
#include "core/text/template_filler.h"
#include "core/text/text_cutter.h"
#include "core/text/truncation.h"

namespace headscope {
namespace {

// Chooses the windows of the texts so that they and `specials` more tokens fit.
Status choose_windows(CutTexts& texts, bool is_pair, std::size_t specials, const Truncation& truncation) {
    const std::size_t limit = truncation.max_tokens;
    const auto kept =
        kept_tokens(texts[0].tokens.size(), is_pair ? std::optional(texts[1].tokens.size()) : std::nullopt,
                    limit - std::min(limit, specials), truncation.strategy);
    if (!kept.has_value()) return kept.error();
    for (const auto& [text, count] :
         {std::pair(&texts[0], kept.value().first), std::pair(&texts[1], kept.value().second)}) {
        Result<std::vector<TokenRange>> windows = truncation_windows(text->tokens.size(), count, truncation);
        if (!windows.has_value()) return windows.error();
        text->windows = std::move(windows).value();
    }
    return {};
}

class PipelineTokenizer : public Tokenizer {
  public:
    explicit PipelineTokenizer(TokenizerParts parts) : parts_(std::move(parts)) {
        for (const bool is_pair : {false, true})
            for (const TemplateItem& item : parts_.post_processor.items(is_pair, true))
                template_ids_.insert(template_ids_.end(), item.ids.begin(), item.ids.end());
        std::sort(template_ids_.begin(), template_ids_.end());
    }

    Result<Encoding> encode(std::string_view text, const std::optional<std::string_view>& pair,
                            const EncodeOptions& options) const override;

    std::size_t vocabulary_size() const override {
        std::size_t added = 0;
        for (const AddedToken& token : parts_.added.tokens()) added += parts_.model->find_id(token.content) ? 0 : 1;
        return parts_.model->vocabulary_size() + added;
    }
    std::optional<std::string> find_piece(TokenId id) const override { return headscope::find_piece(parts_, id); }
    std::optional<std::string> find_display(TokenId id) const override { return headscope::find_display(parts_, id); }
    bool is_special(TokenId id) const override {
        const AddedToken* added = parts_.added.find(id);
        return (added && added->special) || std::binary_search(template_ids_.begin(), template_ids_.end(), id);
    }
    std::string description() const override {
        std::string out = parts_.model->kind() + ", " + grouped(vocabulary_size()) + " pieces";
        if (parts_.normalizer)
            if (const std::string word = parts_.normalizer->description(); !word.empty()) out += ", " + word;
        return out;
    }

  private:
    TokenizerParts parts_;
    std::vector<TokenId> template_ids_;  // sorted
};

Result<Encoding> PipelineTokenizer::encode(std::string_view text, const std::optional<std::string_view>& pair,
                                           const EncodeOptions& options) const {
    EncodingNotes notes;
    CutTexts texts;
    if (Status status = cut_text(parts_, text, options.specials_as_text, texts[0], notes); !status.is_ok())
        return status.error();
    if (pair)
        if (Status status = cut_text(parts_, *pair, options.specials_as_text, texts[1], notes); !status.is_ok())
            return status.error();

    const PostProcessor::Items& items = parts_.post_processor.items(pair.has_value(), options.add_special_tokens);
    const std::size_t specials = options.add_special_tokens ? parts_.post_processor.specials(pair.has_value()) : 0;
    std::size_t wanted = specials;
    for (const TemplateItem& item : items)
        if (item.kind != TemplateItem::Kind::kSpecial) wanted += texts[text_of(item)].tokens.size();
    if (options.truncation)
        if (Status status = choose_windows(texts, pair.has_value(), specials, *options.truncation); !status.is_ok())
            return status.error();

    Encoding out;
    const TemplateFiller filler(parts_, items, texts);
    out.tokens = filler.fill();
    // A template alone may be longer than the limit.
    if (options.truncation && specials > options.truncation->max_tokens)
        out.tokens.resize(std::min(out.tokens.size(), options.truncation->max_tokens));
    if (out.tokens.size() < wanted) notes.set_truncated(wanted, out.tokens.size());
    if (options.truncation && options.truncation->with_overflow) out.overflow = filler.fill_overflow();
    out.text = std::move(texts[0].bytes);
    if (pair) out.pair = std::move(texts[1].bytes);
    out.notes = notes.finish();
    out.specials_as_text = options.specials_as_text;
    return out;
}

}  // namespace

std::shared_ptr<const Tokenizer> make_pipeline_tokenizer(TokenizerParts parts) {
    return std::make_shared<PipelineTokenizer>(std::move(parts));
}

}  // namespace headscope
