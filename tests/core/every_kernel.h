#pragma once

#include <gtest/gtest.h>

#include <string>

#include "core/math/kernels.h"

namespace headscope::testing {

// A test that runs once with each set of kernels that this processor can run.
class EveryKernel : public ::testing::TestWithParam<VectorLevel> {
  protected:
    void SetUp() override {
        const Kernels* kernels = find_kernels(GetParam());
        if (kernels == nullptr) GTEST_SKIP() << "this processor cannot run " << name_of(GetParam());
        use_kernels(*kernels);
    }
    void TearDown() override { use_kernels(*before_); }

  private:
    const Kernels* before_ = &active_kernels();
};

inline const auto kEveryLevel = ::testing::Values(VectorLevel::kPortable, VectorLevel::kAvx2, VectorLevel::kAvx512);

inline std::string level_name(const ::testing::TestParamInfo<VectorLevel>& info) {
    return name_of(info.param);
}

}  // namespace headscope::testing
