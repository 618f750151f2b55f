// Runs in the page, before anything else: counts the frames of the page, whether the map is drawn in them or not.

globalThis.animationFrames = 0
const count = () => {
  globalThis.animationFrames += 1
  requestAnimationFrame(count)
}
requestAnimationFrame(count)
