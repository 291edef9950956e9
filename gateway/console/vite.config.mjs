// Everything is one script, one style sheet and a few images, so that the pages need nothing inline and nothing from elsewhere.
export default {
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    emptyOutDir: true,
  },
};
