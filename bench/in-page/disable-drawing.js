// Runs in the page, before anything else: disables WebGL drawing, so that a machine without a GPU does not measure
// its software renderer.

for (const name of [
  'drawArrays',
  'drawElements',
  'drawArraysInstanced',
  'drawElementsInstanced',
  'drawRangeElements',
]) {
  WebGL2RenderingContext.prototype[name] = () => {}
}
