#include "synthesis/model_claim.hpp"

#include "base/error.hpp"

namespace phonoscope {

ModelClaim::ModelClaim(std::shared_ptr<SpokenModel> model) : model_(std::move(model)) {
    if (model_->in_use_.exchange(true)) {
        throw Error("the model is already speaking; stop that take or wait for it");
    }
}

void ModelClaim::release() {
    if (held_) {
        held_ = false;
        model_->in_use_ = false;
    }
}

}  // namespace phonoscope
