// Elementary functions on whole vectors, the same for every instruction set.
#pragma once

namespace phonoscope {

// x = n ln 2 + r with |r| <= ln 2 / 2, and p so that e^r = 1 + r + p r^2: the degree-6 polynomial of the Cephes
// library.
template <class S>
struct ReducedExponent {
    typename S::Reg n;
    typename S::Reg r;
    typename S::Reg p;
};

template <class S>
ReducedExponent<S> reduce_exponent(typename S::Reg x) {
    const auto n = S::round(S::mul(x, S::set1(1.44269504F)));
    auto r = S::fma(n, S::set1(-0.693359375F), x);
    r = S::fma(n, S::set1(2.12194440e-4F), r);
    auto p = S::set1(1.9875691500e-4F);
    p = S::fma(p, r, S::set1(1.3981999507e-3F));
    p = S::fma(p, r, S::set1(8.3334519073e-3F));
    p = S::fma(p, r, S::set1(4.1665795894e-2F));
    p = S::fma(p, r, S::set1(1.6666665459e-1F));
    p = S::fma(p, r, S::set1(5.0000001201e-1F));
    return {n, r, p};
}

// e^x, relative error below 3e-7; x is clamped to where the result is a normal float.
template <class S>
typename S::Reg exp_of(typename S::Reg x) {
    const auto [n, r, p] = reduce_exponent<S>(S::max(S::set1(-87.3F), S::min(S::set1(88.0F), x)));
    return S::mul(S::fma(p, S::mul(r, r), S::add(r, S::set1(1.0F))), S::pow2(n));
}

// ELU: x where positive, e^x - 1 elsewhere, without cancellation near 0: e^x - 1 = 2^n (e^r - 1) + (2^n - 1).
template <class S>
typename S::Reg elu(typename S::Reg x) {
    const auto [n, r, p] = reduce_exponent<S>(S::max(S::set1(-87.3F), S::min(S::zero(), x)));
    const auto power = S::pow2(n);
    const auto below = S::fma(S::fma(p, S::mul(r, r), r), power, S::sub(power, S::set1(1.0F)));
    return S::add(S::max(S::zero(), x), below);
}

// Exact GELU, x/2 (1 + erf(x / sqrt 2)), absolute error below 2e-7 |x|. With q = erfc(|x| / sqrt 2) it is
// max(x, 0) - |x| q / 2, which never subtracts nearly equal numbers; q by Abramowitz & Stegun 7.1.26.
template <class S>
typename S::Reg gelu(typename S::Reg x) {
    const auto magnitude = S::abs(x);
    const auto z = S::mul(magnitude, S::set1(0.707106781F));
    const auto t = S::div(S::set1(1.0F), S::fma(z, S::set1(0.3275911F), S::set1(1.0F)));
    auto q = S::set1(1.061405429F);
    q = S::fma(q, t, S::set1(-1.453152027F));
    q = S::fma(q, t, S::set1(1.421413741F));
    q = S::fma(q, t, S::set1(-0.284496736F));
    q = S::fma(q, t, S::set1(0.254829592F));
    q = S::mul(S::mul(q, t), exp_of<S>(S::mul(S::mul(z, z), S::set1(-1.0F))));
    return S::sub(S::max(S::zero(), x), S::mul(S::mul(magnitude, S::set1(0.5F)), q));
}

// x / (1 + e^-x)
template <class S>
typename S::Reg silu(typename S::Reg x) {
    return S::div(x, S::add(S::set1(1.0F), exp_of<S>(S::sub(S::zero(), x))));
}

// x + scale sin^2(frequency x). sin^2 has period pi, so the argument is reduced to r in -pi/2..pi/2 (pi in three
// parts, good for |frequency x| up to about 1e4); sin^2 r = z + z^2 q(z) with z = r^2, absolute error below 2e-7 and no
// bias: a minimax polynomial for the absolute error of z^2 q.
template <class S>
typename S::Reg snake(typename S::Reg x, typename S::Reg frequency, typename S::Reg scale) {
    const auto angle = S::mul(x, frequency);
    const auto n = S::round(S::mul(angle, S::set1(0.318309886F)));
    auto r = S::fma(n, S::set1(-3.140625F), angle);
    r = S::fma(n, S::set1(-9.67502593994140625e-4F), r);
    r = S::fma(n, S::set1(-1.509957990978376e-7F), r);
    // Beyond that range the reduction fails; the clamp keeps the result bounded. NaN passes through.
    r = S::max(S::set1(-1.5707964F), S::min(S::set1(1.5707964F), r));
    const auto z = S::mul(r, r);
    auto q = S::set1(-3.581327746e-6F);
    q = S::fma(q, z, S::set1(1.390262478e-4F));
    q = S::fma(q, z, S::set1(-3.171658143e-3F));
    q = S::fma(q, z, S::set1(4.444248602e-2F));
    q = S::fma(q, z, S::set1(-3.333328664e-1F));
    return S::fma(scale, S::fma(S::mul(q, z), z, z), x);
}

}  // namespace phonoscope
