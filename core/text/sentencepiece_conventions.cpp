#include "core/text/sentencepiece_conventions.h"

#include <algorithm>
#include <array>

namespace headscope {
namespace {

constexpr std::string_view kRobertaRoles = "bos <s> eos </s> sep </s> cls <s> unk <unk> pad <pad> mask <mask>";
constexpr std::string_view kBertPair = "cls A sep B:1 sep:1";
constexpr std::string_view kFairseqLeading = "<s> <pad> </s> <unk>";

constexpr std::array<SentencepieceConvention, 10> kConventions{{
    {.tokenizer_class = "LlamaTokenizer",
     .roles = "bos <s> eos </s> unk <unk>",
     .single = "bos A eos",
     .pair = "bos A eos bos:1 B:1 eos:1",
     .has_bos_switch = true,
     .prefix_at_start_only = true},
    {.tokenizer_class = "GemmaTokenizer",
     .roles = "bos <bos> eos <eos> unk <unk> pad <pad>",
     .single = "bos A eos",
     .pair = "bos A eos bos:1 B:1 eos:1",
     .has_bos_switch = true},
    {.tokenizer_class = "T5Tokenizer",
     .roles = "eos </s> unk <unk> pad <pad>",
     .single = "A eos",
     .pair = "A eos B eos",
     .has_extra_ids = true},
    {.tokenizer_class = "XLMRobertaTokenizer",
     .roles = kRobertaRoles,
     .single = "cls A sep",
     .pair = "cls A sep sep B sep",
     .leading = kFairseqLeading,
     .dropped = 3,
     .trailing = "<mask>"},
    {.tokenizer_class = "CamembertTokenizer",
     .roles = kRobertaRoles,
     .single = "cls A sep",
     .pair = "cls A sep sep B sep",
     .leading = "<s>NOTUSED <pad> </s>NOTUSED <unk> <unk>NOTUSED",
     .dropped = 1,
     .trailing = "<mask>"},
    {.tokenizer_class = "MBartTokenizer",
     .roles = kRobertaRoles,
     .single = "A eos lang",
     .pair = "A B eos lang",
     .leading = kFairseqLeading,
     .dropped = 3,
     .trailing =
         "ar_AR cs_CZ de_DE en_XX es_XX et_EE fi_FI fr_XX gu_IN hi_IN it_IT ja_XX kk_KZ ko_KR lt_LT lv_LV my_MM "
         "ne_NP nl_XX ro_RO ru_RU si_LK tr_TR vi_VN zh_CN <mask>"},
    {.tokenizer_class = "MBart50Tokenizer",
     .roles = kRobertaRoles,
     .single = "lang A eos",
     .pair = "lang A B eos",
     .leading = kFairseqLeading,
     .dropped = 3,
     .trailing =
         "ar_AR cs_CZ de_DE en_XX es_XX et_EE fi_FI fr_XX gu_IN hi_IN it_IT ja_XX kk_KZ ko_KR lt_LT lv_LV my_MM "
         "ne_NP nl_XX ro_RO ru_RU si_LK tr_TR vi_VN zh_CN af_ZA az_AZ bn_IN fa_IR he_IL hr_HR id_ID ka_GE km_KH "
         "mk_MK ml_IN mn_MN mr_IN pl_PL ps_AF pt_XX sv_SE sw_KE ta_IN te_IN th_TH tl_XX uk_UA ur_PK xh_ZA gl_ES "
         "sl_SI <mask>"},
    {.tokenizer_class = "AlbertTokenizer",
     .roles = "bos [CLS] eos [SEP] sep [SEP] cls [CLS] unk <unk> pad <pad> mask [MASK]",
     .single = "cls A sep",
     .pair = kBertPair,
     .is_simplified = true,
     .lowers_case = true},
    {.tokenizer_class = "XLNetTokenizer",
     .roles = "bos <s> eos </s> sep <sep> cls <cls> unk <unk> pad <pad> mask <mask>",
     .single = "A sep cls:2",
     .pair = "A sep B:1 sep:1 cls:2",
     .is_simplified = true},
    {.tokenizer_class = "BigBirdTokenizer",
     .roles = "bos <s> eos </s> sep [SEP] cls [CLS] unk <unk> pad <pad> mask [MASK]",
     .single = "cls A sep",
     .pair = kBertPair},
}};

}  // namespace

const SentencepieceConvention* find_sentencepiece_convention(std::string_view tokenizer_class) {
    if (tokenizer_class.ends_with("Fast")) tokenizer_class.remove_suffix(4);
    const auto found = std::find_if(
        kConventions.begin(), kConventions.end(),
        [&](const SentencepieceConvention& convention) { return convention.tokenizer_class == tokenizer_class; });
    return found == kConventions.end() ? nullptr : &*found;
}

}  // namespace headscope
