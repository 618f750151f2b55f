import type { Language, MailKind } from './mail.types.ts'

const count = (language: Language, number: string | undefined) =>
  new Intl.NumberFormat(language).format(Number(number))

/** `statement` is the signed statement as JSON; `rows`, `tables`, `logsUntil` and `backupsUntil` are in it too. */
export const accountErased: MailKind = {
  isNotice: false,
  texts: {
    en: ({ product, values, time }) => ({
      subject: `${product}: your account was erased`,
      lines: [
        `Your account was erased: ${count('en', values.rows)} rows in ${values.tables} tables, its events, its photos and its exports.`,
        `Messages received from trackers are stored together with those of other accounts and expire by ${time(values.logsUntil!)}. The operator’s backups expire by ${time(values.backupsUntil!)}; if one is restored, the account is erased again before it is used.`,
        'This is the signed statement. Keep it: your provider can verify it.',
        values.statement!,
      ],
      after: ['This address was deleted too. You will receive no further e-mails.'],
    }),
    es: ({ product, values, time }) => ({
      subject: `${product}: su cuenta ha sido borrada`,
      lines: [
        `Su cuenta ha sido borrada: ${count('es', values.rows)} filas en ${values.tables} tablas, sus eventos, sus fotos y sus exportaciones.`,
        `Los mensajes recibidos de los rastreadores se guardan junto con los de otras cuentas y caducan a más tardar el ${time(values.logsUntil!)}. Las copias de seguridad del operador caducan a más tardar el ${time(values.backupsUntil!)}; si se restaura una, la cuenta se borra de nuevo antes de usarla.`,
        'Esta es la declaración firmada. Guárdela: su proveedor puede comprobarla.',
        values.statement!,
      ],
      after: ['Esta dirección también fue borrada. No recibirá más correos.'],
    }),
    pt: ({ product, values, time }) => ({
      subject: `${product}: sua conta foi apagada`,
      lines: [
        `Sua conta foi apagada: ${count('pt', values.rows)} linhas em ${values.tables} tabelas, seus eventos, suas fotos e suas exportações.`,
        `As mensagens recebidas dos rastreadores são guardadas com as de outras contas e expiram até ${time(values.logsUntil!)}. As cópias de segurança do operador expiram até ${time(values.backupsUntil!)}; se uma for restaurada, a conta é apagada novamente antes do uso.`,
        'Esta é a declaração assinada. Guarde-a: seu provedor pode verificá-la.',
        values.statement!,
      ],
      after: ['Este endereço também foi apagado. Você não receberá mais e-mails.'],
    }),
  },
}
