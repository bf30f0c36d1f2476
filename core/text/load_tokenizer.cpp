#include <cstdint>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "core/io/file.h"
#include "core/io/gguf.h"
#include "core/io/json_read.h"
#include "core/io/shown.h"
#include "core/text/tokenizer.h"
#include "core/text/tokenizer_files.h"

namespace headscope {
namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{64} << 20;

// Something of that name lies there, be it a broken link.
bool is_there(const std::filesystem::path& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::symlink_status(path, error);
    return std::filesystem::exists(status);
}

// What lies beside the file; `is_with_vocab` asks for vocab.txt too.
Result<TokenizerSiblings> read_siblings(const std::filesystem::path& folder, bool is_with_vocab) {
    TokenizerSiblings out;
    if (const std::filesystem::path path = folder / "tokenizer_config.json"; is_there(path)) {
        out.config_name = shown_path(path);
        Result<nlohmann::json> config = read_json_file(path, kMaxFileBytes);
        if (!config.has_value()) return config.error();
        if (!config.value().is_object()) return invalid(out.config_name + ": not a JSON object, expected one");
        out.config = std::move(config).value();
    }
    if (const std::filesystem::path path = folder / "vocab.txt"; is_with_vocab && is_there(path)) {
        out.vocab_txt_name = shown_path(path);
        // It is only compared with, so that an unreadable one does no harm.
        if (Result<std::string> text = read_file(path, kMaxFileBytes); text.has_value())
            out.vocab_txt = std::move(text).value();
    }
    return out;
}

enum class FileKind { kJson, kVocabTxt, kSentencepiece, kGguf };

std::optional<FileKind> kind_of_file(const std::filesystem::path& path) {
    const std::string extension = path.extension().string();
    if (extension == ".json") return FileKind::kJson;
    if (extension == ".txt") return FileKind::kVocabTxt;
    if (extension == ".model" || extension == ".spm") return FileKind::kSentencepiece;
    if (extension == ".gguf") return FileKind::kGguf;
    return std::nullopt;
}

Result<LoadedTokenizer> load_gguf(const std::filesystem::path& path) {
    const Result<GgufFile> file = open_gguf(path);
    return file.has_value() ? tokenizer_from_gguf(file.value().metadata) : file.error();
}

Result<LoadedTokenizer> load_file(const std::filesystem::path& path) {
    const std::string name = shown_path(path);
    const std::optional<FileKind> kind = kind_of_file(path);
    if (!kind)
        return unsupported(name +
                           ": not a tokenizer that this program reads, expected tokenizer.json, vocab.txt, a "
                           "SentencePiece .model or a .gguf file");
    if (*kind == FileKind::kGguf) return load_gguf(path);
    const Result<std::string> text = read_file(path, kMaxFileBytes);
    if (!text.has_value()) return text.error();
    if (text.value().starts_with("version https://git-lfs"))
        return invalid(name + ": a Git LFS pointer, expected the file itself (git lfs pull fetches it)");
    if (*kind == FileKind::kSentencepiece) return tokenizer_from_sentencepiece(text.value(), name);
    const bool is_json = *kind == FileKind::kJson;
    const Result<TokenizerSiblings> siblings = read_siblings(path.parent_path(), is_json);
    if (!siblings.has_value()) return siblings.error();
    return is_json ? tokenizer_from_json(text.value(), name, siblings.value())
                   : tokenizer_from_vocab_txt(text.value(), name, siblings.value());
}

}  // namespace

Result<LoadedTokenizer> load_tokenizer(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) return load_file(path);
    for (const char* name :
         {"tokenizer.json", "vocab.txt", "tokenizer.model", "spiece.model", "sentencepiece.bpe.model"})
        if (is_there(path / name)) return load_file(path / name);
    return not_found(shown_path(path) + ": no tokenizer, expected tokenizer.json, vocab.txt or a SentencePiece .model");
}

}  // namespace headscope
