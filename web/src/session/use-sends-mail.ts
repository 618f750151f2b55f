import { useWebConfig } from './use-web-config.ts'

/** Whether this installation has a mail server; false until that is known. */
export function useSendsMail(): boolean {
  const config = useWebConfig()
  return config?.sendsMail ?? false
}
