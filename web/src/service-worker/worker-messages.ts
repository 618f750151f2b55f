// What pages and the service worker say to each other.

export type ToServiceWorker =
  /** These files of the running page are needed without a connection. */
  | { kind: 'keep'; paths: string[] }
  /** Answered on the port, with the scripts of the page of its version. */
  | { kind: 'version' }
  /** Replaces the running worker. */
  | { kind: 'activate' }

export type FromServiceWorker =
  /** A notification was clicked. */
  { kind: 'open'; path: string }
