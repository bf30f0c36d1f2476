#pragma once

#include "core/math/kernels.h"
#include "core/model/model_config.h"

namespace headscope {

// The kernels' name for an activation.
inline Epilogue epilogue_of(Activation activation) {
    switch (activation) {
        case Activation::kGeluTanh:
            return Epilogue::kGeluTanh;
        case Activation::kRelu:
            return Epilogue::kRelu;
        case Activation::kSilu:
            return Epilogue::kSilu;
        case Activation::kQuickGelu:
            return Epilogue::kQuickGelu;
        case Activation::kGelu:
            break;
    }
    return Epilogue::kGelu;
}

}  // namespace headscope
