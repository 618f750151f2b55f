/** Removes the logo that index.html shows until the first view is rendered. */
export function hideSplash(): void {
  document.getElementById('splash')?.remove()
}
