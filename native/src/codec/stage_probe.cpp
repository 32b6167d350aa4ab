#include "codec/stage_probe.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace phonoscope::codec {

namespace {
constexpr int64_t kMaxPieces = 8;
constexpr int64_t kRowsPerPiece = 16;
}  // namespace

StageProbe::StageProbe(std::string stage_name, int64_t stage_width, int64_t stage_rows_per_frame, int64_t max_frames)
    : name(std::move(stage_name)),
      width(stage_width),
      rows_per_frame(stage_rows_per_frame),
      n_pieces_(std::clamp<int64_t>(stage_rows_per_frame / kRowsPerPiece, 1, kMaxPieces)),
      max_frames_(max_frames),
      sums_(static_cast<size_t>(n_pieces_ * max_frames)) {}

void StageProbe::look(const LayerKernels& kernels, const float* rows, int64_t stride, int64_t frame, int64_t piece,
                      int64_t position) {
    const int64_t begin = rows_per_frame * piece / n_pieces_;
    const int64_t end = rows_per_frame * (piece + 1) / n_pieces_;
    if (measures) {
        MagnitudeSum sum;
        for (int64_t row = begin; row < end; ++row) {
            kernels.add_magnitude(rows + row * stride, width, sum);
        }
        sums_[static_cast<size_t>(frame * n_pieces_ + piece)] = sum;
    }
    if (capture != nullptr) {
        float* out = capture->values.data() + (position - capture_from) * rows_per_frame * width;
        for (int64_t row = begin; row < end; ++row) {
            std::copy_n(rows + row * stride, width, out + row * width);
        }
    }
}

Magnitude StageProbe::magnitude(int64_t frame) const {
    double squares = 0;
    float absmax = 0;
    int64_t n_nonfinite = 0;
    for (int64_t piece = 0; piece < n_pieces_; ++piece) {
        const MagnitudeSum& sum = sums_[static_cast<size_t>(frame % max_frames_ * n_pieces_ + piece)];
        squares += sum.sum_of_squares;
        absmax = std::max(absmax, sum.absmax);
        n_nonfinite += sum.n_nonfinite;
    }
    const int64_t n_finite = rows_per_frame * width - n_nonfinite;
    const double mean = n_finite > 0 ? squares / static_cast<double>(n_finite) : 0;
    return {static_cast<float>(std::sqrt(mean)), absmax, static_cast<float>(n_nonfinite)};
}

CaptureScope::CaptureScope(std::vector<StageProbe*> probes, int64_t n_frames, int64_t first_frame)
    : probes_(std::move(probes)) {
    for (StageProbe* p : probes_) {
        const int64_t n_rows = n_frames * p->rows_per_frame;
        StageCapture::Stage& stage = capture_.stages.emplace_back(p->name, p->width, n_rows);
        stage.values.resize(static_cast<size_t>(n_rows * p->width));
        p->capture = &stage;
        p->capture_from = first_frame;
    }
}

CaptureScope::~CaptureScope() { detach(); }

StageCapture CaptureScope::take() {
    detach();
    return std::move(capture_);
}

void CaptureScope::detach() {
    for (StageProbe* p : probes_) {
        p->capture = nullptr;
    }
}

void ProbeNodes::add(StageProbe& probe, ggml_tensor* x) {
    graph_.effect(
        {x}, n_frames_ * probe.n_pieces(),
        [nodes = *this, &probe, x](float* /*out*/, int64_t unit) {
            nodes.look(probe, static_cast<const float*>(x->data), x->ne[0], unit);
        },
        probe.rows_per_frame * probe.width / probe.n_pieces());
}

void ProbeNodes::add(StageProbe& probe, RowHistory& x) {
    graph_.effect(
        {}, n_frames_ * probe.n_pieces(),
        [nodes = *this, &probe, &x](float* /*out*/, int64_t unit) {
            nodes.look(probe, x.read_rows(), x.stride(), unit);
        },
        probe.rows_per_frame * probe.width / probe.n_pieces());
}

void ProbeNodes::look(StageProbe& probe, const float* rows, int64_t stride, int64_t unit) const {
    const int64_t frame = unit / probe.n_pieces();
    probe.look(kernels_, rows + frame * probe.rows_per_frame * stride, stride, frame, unit % probe.n_pieces(),
               first_frame_ + frame);
}

}  // namespace phonoscope::codec
