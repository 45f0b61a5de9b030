// One comparison: every contender is checked, then those that are right are timed in turns, A B A B, in one process.
#pragma once
#include <atomic>
#include <chrono>

#include "clocks.cuh"
#include "entrant.cuh"
#include "frames.hpp"
#include "reference.cuh"
#include "watches.hpp"

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

enum class Method { cold, steady };

class Comparison {
public:
    // `current`: who is at work, for whoever has to say who failed.
    Comparison(Frames& frames, std::atomic<int>& current, Watches& watches, size_t l2Bytes, int smCount, Method method,
               double maxSeconds)
        : frames(frames), current(current), watches(watches), l2Bytes(l2Bytes), method(method), maxSeconds(maxSeconds),
          watch(smCount), flushed(2 * l2Bytes) {}

    void run(const std::vector<Contender>& contenders, const std::optional<Reference>& reference) {
        std::vector<std::unique_ptr<Entrant>> entrants = launchEach(contenders, reference);
        for (auto& entrant : entrants) prepare(*entrant);
        measure(entrants);
        finish(entrants);
    }

    // Each once, and nothing is timed: for a profiler around this process.
    void runOnce(const std::vector<Contender>& contenders, const std::optional<Reference>& reference) {
        launchEach(contenders, reference);
        frames.send("checked", "\"contenders\":" + std::to_string(contenders.size()));
    }

private:
    static constexpr double SEND_EVERY_SECONDS = 0.1;

    // Those that are right.
    std::vector<std::unique_ptr<Entrant>> launchEach(const std::vector<Contender>& contenders,
                                                     const std::optional<Reference>& reference) {
        if (reference) referenceRun = std::make_unique<ReferenceRun>(*reference, watch.stream);
        std::vector<std::unique_ptr<Entrant>> entrants;
        for (size_t i = 0; i < contenders.size(); i++) {
            current = static_cast<int>(i);
            frames.send("verifying", "\"contender\":" + std::to_string(i));
            auto entrant = std::make_unique<Entrant>(contenders[i], current);
            if (isRight(*entrant)) entrants.push_back(std::move(entrant));
        }
        return entrants;
    }

    bool isRight(Entrant& entrant) {
        const Workspace* reference = referenceRun ? &referenceRun->workspace : nullptr;
        auto wrong = entrant.answer(watch.stream, reference);
        if (!wrong) wrong = entrant.answerInRow(watch.stream, reference);
        const std::string who = "\"contender\":" + std::to_string(entrant.index);
        if (!wrong) {
            frames.send("right", who);
            return true;
        }
        frames.send("wrong", who + ",\"buffer\":" + std::to_string(wrong->buffer) + ",\"wrong\":" + std::to_string(wrong->wrong) +
                                 ",\"firstIndex\":" + std::to_string(wrong->firstIndex));
        return false;
    }

    // At least 5 launches and 50 ms, at most a second.
    void prepare(Entrant& entrant) {
        current = entrant.index;
        const auto start = Clock::now();
        int count = 0;
        for (; count < 5 || (secondsSince(start) < 0.05 && count < 1 << 20); count++) {
            if (count > 0 && secondsSince(start) > 1) break;
            entrant.launch(watch.stream);
            check(DRIVER(cuStreamSynchronize)(watch.stream), "warming up");
        }
        if (method == Method::cold) return;
        entrant.prepareSteady(watch.stream, l2Bytes, secondsSince(start) * 1e9 / count);
        check(DRIVER(cuGraphLaunch)(entrant.graph, watch.stream), "cuGraphLaunch");
        check(DRIVER(cuStreamSynchronize)(watch.stream), "warming up");
    }

    std::optional<Sample> sampleOf(Entrant& entrant) {
        if (method == Method::steady)
            return watch.take([](CUstream) {},
                              [&](CUstream on) { check(DRIVER(cuGraphLaunch)(entrant.graph, on), "cuGraphLaunch"); });
        // Nothing touches the operands between the flush and the launch.
        return watch.take(
            [&](CUstream on) {
                entrant.restore(on);
                flush(on);
            },
            [&](CUstream on) { entrant.launch(on); });
    }

    void flush(CUstream on) {
        check(DRIVER(cuMemsetD8Async)(flushed.at, static_cast<unsigned char>(++flushes), 2 * l2Bytes, on), "flushing L2");
    }

    void measure(std::vector<std::unique_ptr<Entrant>>& entrants) {
        const auto start = Clock::now();
        auto sent = start;
        watches.neighbours.look();
        const auto areAllMet = [&] {
            return std::all_of(entrants.begin(), entrants.end(), [](const auto& entrant) { return entrant->rule.isMet(); });
        };
        while (!areAllMet() && secondsSince(start) < maxSeconds) {
            for (auto& entrant : entrants) take(*entrant);
            if (secondsSince(sent) < SEND_EVERY_SECONDS) continue;
            sendSamples(entrants);
            watches.neighbours.look();
            sent = Clock::now();
        }
        sendSamples(entrants);
        watches.neighbours.look();
    }

    void take(Entrant& entrant) {
        current = entrant.index;
        const auto sample = sampleOf(entrant);
        if (!sample) {
            entrant.discarded++;
            return;
        }
        const double ns = sample->ns / static_cast<double>(entrant.launches);
        entrant.rule.add(sample->ns);
        entrant.unsentNs.push_back(ns);
        entrant.unsentMhz.push_back(sample->mhz);
        if (const auto reading = watches.clock.read()) {
            entrant.unsentReasons.push_back(static_cast<double>(reading->reasons));
            entrant.unsentCelsius.push_back(reading->celsius);
        }
    }

    void sendSamples(std::vector<std::unique_ptr<Entrant>>& entrants) {
        for (auto& entrant : entrants) {
            if (entrant->unsentNs.empty()) continue;
            const bool areRead = entrant->unsentReasons.size() == entrant->unsentNs.size();
            frames.send("samples", "\"contender\":" + std::to_string(entrant->index) + ",\"ns\":" + numbers(entrant->unsentNs) +
                                       ",\"mhz\":" + numbers(entrant->unsentMhz) +
                                       (areRead ? ",\"reasons\":" + numbers(entrant->unsentReasons) +
                                                      ",\"celsius\":" + numbers(entrant->unsentCelsius)
                                                : ""));
            for (auto* unsent : {&entrant->unsentNs, &entrant->unsentMhz, &entrant->unsentReasons, &entrant->unsentCelsius})
                unsent->clear();
        }
    }

    // Checked once more: what was timed last must be right too.
    void finish(std::vector<std::unique_ptr<Entrant>>& entrants) {
        std::string timed;
        for (auto& entrant : entrants) {
            current = entrant->index;
            if (!isRight(*entrant)) continue;
            timed += (timed.empty() ? "" : ",") + std::string("{\"contender\":") + std::to_string(entrant->index) +
                     ",\"stop\":" + quoted(entrant->rule.atEnd()) + ",\"launchesPerSample\":" + std::to_string(entrant->launches) +
                     ",\"workspaces\":" + std::to_string(entrant->workspaceCount) +
                     ",\"discarded\":" + std::to_string(entrant->discarded) + "}";
        }
        const auto others = watches.neighbours.most();
        frames.send("done", "\"eventOverheadNs\":" + number(eventOverheadNs()) + ",\"timed\":[" + timed + "]" +
                                (others ? ",\"foreignProcesses\":" + std::to_string(*others) : ""));
    }

    // Median time between two events with nothing in between; 0 where none could be taken.
    double eventOverheadNs() {
        std::vector<double> empty;
        for (int i = 0; i < 21; i++)
            if (const auto sample = watch.take([&](CUstream on) { flush(on); }, [](CUstream) {})) empty.push_back(sample->ns);
        if (empty.empty()) return 0;
        std::nth_element(empty.begin(), empty.begin() + static_cast<std::ptrdiff_t>(empty.size() / 2), empty.end());
        return empty[empty.size() / 2];
    }

    Frames& frames;
    std::atomic<int>& current;
    Watches& watches;
    size_t l2Bytes;
    Method method;
    double maxSeconds;
    Stopwatch watch;
    DeviceMemory flushed;
    std::unique_ptr<ReferenceRun> referenceRun;
    unsigned flushes = 0;
};
