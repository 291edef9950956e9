// The cases, compiled once for all adapters.
#include "tests/contract/eventlog/event_log_contract.hpp"
