#include <cmath>
#include <numbers>

#include "infra/duckdb/functions/register.hpp"

// Angles in radians and degrees, and distances on the globe. Degrees are reduced before they become radians, so that the
// angles people write have the values they expect: cos 90° is 0, tan 45° is 1.
namespace infra::duckdb::functions {
namespace {

constexpr double kRadian = 180.0 / std::numbers::pi;  // in degrees
constexpr double kEarthRadiusKm = 6371.0;             // the mean one

/// The sine of an angle in [0°, 90°].
double sine_of_quarter(double degrees) {
    if (degrees == 30) return 0.5;
    return degrees == 90 ? 1.0 : std::sin(degrees / kRadian);
}

double sine(double degrees) {
    double angle = std::fmod(degrees, 360.0);
    const bool is_negative = angle < 0;
    angle = std::fabs(angle);
    const bool is_lower_half = angle > 180;
    if (is_lower_half) angle -= 180;
    const double value = sine_of_quarter(angle > 90 ? 180 - angle : angle);
    return is_negative != is_lower_half ? 0.0 - value : value;
}

bool sin_deg(double& result, double degrees) {
    result = sine(degrees);
    return std::isfinite(degrees);
}

double cosine(double degrees) { return sine(90.0 - std::fmod(std::fabs(degrees), 360.0)); }

bool cos_deg(double& result, double degrees) {
    result = cosine(degrees);
    return std::isfinite(degrees);
}

/// Null where there is no tangent: at 90°, 270°…
bool tan_deg(double& result, double degrees) {
    if (!std::isfinite(degrees)) return false;
    const double angle = std::fmod(degrees, 180.0);
    if (std::fabs(angle) == 90) return false;
    if (std::fabs(angle) == 45 || std::fabs(angle) == 135) result = (angle > 0) == (std::fabs(angle) == 45) ? 1.0 : -1.0;
    else result = std::tan(angle / kRadian);
    return true;
}

template <double (*function)(double)>
bool of_radians(double& result, double radians) {
    result = function(radians);
    return std::isfinite(result);
}

template <double (*inverse)(double)>
bool in_radians(double& result, double value) {
    result = inverse(value);
    return !std::isnan(result);
}

template <double (*inverse)(double)>
bool in_degrees(double& result, double value) {
    result = inverse(value) * kRadian;
    return !std::isnan(result);
}

/// The great circle's length between two places, given in degrees.
bool haversine(double& result, double latitude1, double longitude1, double latitude2, double longitude2) {
    const double north = std::sin((latitude2 - latitude1) / kRadian / 2);
    const double east = std::sin((longitude2 - longitude1) / kRadian / 2);
    const double square = north * north + std::cos(latitude1 / kRadian) * std::cos(latitude2 / kRadian) * east * east;
    result = 2 * kEarthRadiusKm * std::asin(std::sqrt(std::fmin(1.0, square)));
    return std::isfinite(result);
}

}  // namespace

void register_trigonometry_functions(Registry& registry) {
    registry.add("opalite_sin_deg", &sin_deg);
    registry.add("opalite_cos_deg", &cos_deg);
    registry.add("opalite_tan_deg", &tan_deg);
    registry.add("opalite_sin_rad", &of_radians<std::sin>);
    registry.add("opalite_cos_rad", &of_radians<std::cos>);
    registry.add("opalite_tan_rad", &of_radians<std::tan>);
    registry.add("opalite_arcsin_deg", &in_degrees<std::asin>);
    registry.add("opalite_arccos_deg", &in_degrees<std::acos>);
    registry.add("opalite_arctan_deg", &in_degrees<std::atan>);
    registry.add("opalite_arcsin_rad", &in_radians<std::asin>);
    registry.add("opalite_arccos_rad", &in_radians<std::acos>);
    registry.add("opalite_arctan_rad", &in_radians<std::atan>);
    registry.add("opalite_haversine_km", &haversine);
}

}  // namespace infra::duckdb::functions
