// When enough samples are enough. Knows numbers only.
#pragma once
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

class StopRule {
public:
    static constexpr size_t LEAST_SAMPLES = 20;

    void add(double ns) {
        samples.push_back(ns);
        sumNs += ns;
        if (samples.size() % ESTIMATE_EVERY != 0) return;
        noises.push_back(relativeIqr());
    }

    // Converged: enough GPU time, and half of the samples within half a percent of the median. Plateau: more samples do not
    // make the noise another (NVBench has the same idea).
    bool isMet() const { return isConverged() || isPlateau(); }

    std::string atEnd() const {
        if (isConverged()) return "converged";
        if (isPlateau()) return "plateau";
        return samples.size() < LEAST_SAMPLES ? "tooFew" : "timeout";
    }

private:
    static constexpr size_t ESTIMATE_EVERY = 16, PLATEAU_ESTIMATES = 8;
    static constexpr double LEAST_GPU_NS = 0.2e9, LOW_NOISE = 0.005, PLATEAU_SPREAD = 0.05;

    bool isConverged() const {
        return samples.size() >= LEAST_SAMPLES && sumNs >= LEAST_GPU_NS && !noises.empty() && noises.back() <= LOW_NOISE;
    }

    bool isPlateau() const {
        if (noises.size() < PLATEAU_ESTIMATES) return false;
        const auto [least, most] = std::minmax_element(noises.end() - PLATEAU_ESTIMATES, noises.end());
        return *most - *least <= PLATEAU_SPREAD * *most;
    }

    // Order statistics at a quarter, a half and three quarters.
    double relativeIqr() const {
        std::vector<double> sorted = samples;
        const auto at = [&](size_t quarter) {
            const auto place = sorted.begin() + static_cast<std::ptrdiff_t>((sorted.size() - 1) * quarter / 4);
            std::nth_element(sorted.begin(), place, sorted.end());
            return *place;
        };
        const double q1 = at(1), median = at(2), q3 = at(3);
        return (q3 - q1) / median;
    }

    std::vector<double> samples, noises;
    double sumNs = 0;
};
