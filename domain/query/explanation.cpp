#include "domain/query/explanation.hpp"

#include "domain/base/time.hpp"

namespace domain::query {
namespace {

std::string to_text(const Explanation::Scan& scan) {
    std::string text = scan.path + " read=" + std::to_string(scan.read.size()) +
                       " pruned=" + std::to_string(scan.segments - scan.read.size()) +
                       " by_values=" + std::to_string(scan.in_window - scan.read.size()) + "\n";
    for (const catalog::Segment& segment : scan.read) {
        text += "  " + segment.file + " rows=" + std::to_string(segment.rows) + " bytes=" + std::to_string(segment.bytes) +
                " from=" + base::to_rfc3339(segment.time_min) + " to=" + base::to_rfc3339(segment.time_max) + "\n";
    }
    return text;
}

}  // namespace

std::string to_text(const Explanation& explanation) {
    std::string text = explanation.advice;
    for (const Explanation::Section& section : explanation.sections) {
        text += "--- " + section.name + "\n" + section.text;
        if (!section.text.ends_with('\n')) text += '\n';
    }
    text += "--- segments\n";
    for (const Explanation::Scan& scan : explanation.scans) text += to_text(scan);
    return text;
}

}  // namespace domain::query
