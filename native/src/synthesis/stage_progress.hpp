// How far a take is whose work can be counted beforehand.
#pragma once

namespace phonoscope {

// Of one of the stages that the family declares: pieces that take about equally long, done and in all as far as is
// known, and the time that those done took. Pauses do not count.
struct StageProgress {
    double done = 0;
    double total = 0;
    double seconds = 0;
};

}  // namespace phonoscope
