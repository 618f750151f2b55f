// Runs in the page, before anything else: WebGL draws nothing, so that a machine without a GPU does not measure its
// software renderer.

for (const name of [
  'drawArrays',
  'drawElements',
  'drawArraysInstanced',
  'drawElementsInstanced',
  'drawRangeElements',
]) {
  WebGL2RenderingContext.prototype[name] = () => {}
}
