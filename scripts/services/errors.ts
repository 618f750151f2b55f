/** An error that the developer can fix; the message explains how. Any other error is a bug. */
export class ServiceError extends Error {
  override name = 'ServiceError'
}
