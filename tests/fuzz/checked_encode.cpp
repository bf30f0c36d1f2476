#include "tests/fuzz/checked_encode.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/base/utf8.h"

namespace headscope::fuzz {
namespace {

void demand(bool is_true, const char* what) {
    if (is_true) return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

// What must hold of one window of an encoding.
void check_tokens(const Tokenizer& tokenizer, bool has_own_ids, const Encoding& encoding,
                  const std::vector<Token>& tokens) {
    for (const Token& token : tokens) {
        demand(token.segment == 0 || (token.segment == 1 && encoding.pair), "a segment is one of the texts");
        const std::string& home = token.segment == 1 ? *encoding.pair : encoding.text;
        demand(token.span.begin <= token.span.end && token.span.end <= home.size(), "a span lies in its text");
        demand(!token.is_template || token.span == ByteSpan{}, "a template token has no span");
        demand(token.word.has_value() != token.is_template, "every token of a text has a word");
        demand(is_valid_utf8(token.display), "what is shown is valid");
        demand(is_valid_utf8(token.piece), "a piece is valid");
        if (!has_own_ids) continue;
        if (const auto piece = tokenizer.find_piece(token.id))
            demand(*piece == token.piece, "a piece is that of its id");
    }
}

}  // namespace

void checked_encode(const Tokenizer& tokenizer, bool has_own_ids, std::string_view text,
                    const std::optional<std::string_view>& pair, const EncodeOptions& options) {
    const Result<Encoding> result = tokenizer.encode(text, pair, options);
    if (!result.has_value()) {
        demand(!result.error().message.empty(), "an error says what is wrong");
        demand(result.error().message.find('\n') == std::string::npos, "an error is one line");
        return;
    }
    const Encoding& encoding = result.value();
    demand(is_valid_utf8(encoding.text), "the text is valid");
    demand(encoding.pair.has_value() == pair.has_value(), "there is a pair if one was given");
    if (options.truncation)
        demand(encoding.tokens.size() <= options.truncation->max_tokens, "no more tokens than allowed");
    check_tokens(tokenizer, has_own_ids, encoding, encoding.tokens);
    for (const std::vector<Token>& window : encoding.overflow) check_tokens(tokenizer, has_own_ids, encoding, window);
    for (const Note& note : encoding.notes) demand(is_valid_utf8(note.message), "a note is valid");
}

void encode_samples(const Tokenizer& tokenizer, std::string_view bytes) {
    constexpr std::size_t kTail = 200;
    static constexpr std::string_view kTexts[] = {
        "",
        " The man's [MASK] sat 3,141 times.\r\n\n\tA<s>b</s>  <0x0A>",
        "e\xCC\x81 \xEF\xBC\xA1\xE2\x91\xA0 \xE2\x96\x81\xE2\x96\x81 \xE4\xB8\xAD\xE6\x96\x87 "
        "\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA9 \xFF\xED\xA0\x80",
    };
    const std::string_view tail = bytes.substr(bytes.size() - std::min(bytes.size(), kTail));
    EncodeOptions plain;
    for (const std::string_view text : kTexts) checked_encode(tokenizer, false, text, std::nullopt, plain);
    checked_encode(tokenizer, false, tail, std::nullopt, plain);
    EncodeOptions limited;
    limited.specials_as_text = true;
    limited.truncation = Truncation{7};
    checked_encode(tokenizer, false, kTexts[1], tail, limited);
}

}  // namespace headscope::fuzz
