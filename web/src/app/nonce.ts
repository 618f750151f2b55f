// Styles that libraries make while the page runs carry the nonce that the server put into this page.

const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''

export function styleNonce(): string {
  return nonce
}

/** Where libraries of the bundlers' world look for it. */
export function setNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: nonce })
}
