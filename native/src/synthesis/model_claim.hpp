// The running state of a loaded model (caches, codec state) serves one take at a time.
#pragma once

#include <atomic>
#include <memory>

namespace phonoscope {

// Base of loaded models.
class SpokenModel {
   public:
    SpokenModel(const SpokenModel&) = delete;
    SpokenModel& operator=(const SpokenModel&) = delete;

   protected:
    SpokenModel() = default;
    ~SpokenModel() = default;

   private:
    friend class ModelClaim;
    std::atomic<bool> in_use_{false};
};

// The running state of a model belongs to whoever holds its claim.
class ModelClaim {
   public:
    // Throws Error when another claim is held.
    explicit ModelClaim(std::shared_ptr<SpokenModel> model);
    ~ModelClaim() { release(); }
    ModelClaim(const ModelClaim&) = delete;
    ModelClaim& operator=(const ModelClaim&) = delete;

    // Lets somebody else claim the model; further calls do nothing.
    void release();

   private:
    std::shared_ptr<SpokenModel> model_;
    bool held_ = true;
};

}  // namespace phonoscope
