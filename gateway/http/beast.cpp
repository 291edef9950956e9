// The one place that compiles Beast and Asio's TLS (BOOST_BEAST_SEPARATE_COMPILATION, BOOST_ASIO_SEPARATE_COMPILATION).
#include <utility>

#include <boost/asio/ssl/impl/src.hpp>
#include <boost/beast/src.hpp>
