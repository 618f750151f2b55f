import type { Language } from './mail.types.ts'

/** `factor` is totp, passkey or all; `name` that of a passkey. Written for the middle of a sentence. */
export function factorName(language: Language, { factor, name }: Record<string, string>): string {
  const named = name ? ` “${name}”` : ''
  const texts: Record<Language, Record<string, string>> = {
    en: {
      totp: 'an authenticator app',
      passkey: `the passkey${named}`,
      all: 'all second factors',
    },
    es: {
      totp: 'una aplicación de autenticación',
      passkey: `la llave de acceso${named}`,
      all: 'todos los segundos factores',
    },
    pt: {
      totp: 'um aplicativo autenticador',
      passkey: `a chave de acesso${named}`,
      all: 'todos os segundos fatores',
    },
  }
  return texts[language][factor ?? ''] ?? ''
}
