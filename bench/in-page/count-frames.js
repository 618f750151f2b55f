// Runs in the page, before anything else: counts the frames in which the map is drawn. The map clears its canvas in each.

globalThis.drawnFrames = 0
let lastFrameMs = -1
const { clear } = WebGL2RenderingContext.prototype
WebGL2RenderingContext.prototype.clear = function (mask) {
  const frameMs = document.timeline.currentTime
  if (frameMs !== lastFrameMs) globalThis.drawnFrames += 1
  lastFrameMs = frameMs
  clear.call(this, mask)
}
