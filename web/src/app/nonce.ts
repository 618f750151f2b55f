// Styles that libraries add at run time carry the nonce of this page.

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

export function styleNonce(): string {
  return nonce
}

/** Bundler-based libraries read it here. */
export function setNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: nonce })
}
