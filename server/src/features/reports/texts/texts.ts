import type { Language } from '../../../platform/http/accept-language.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { pt } from './pt.ts'
import type { ReportTexts } from './texts.types.ts'

export const reportTexts: Record<Language, ReportTexts> = { en, es, pt }
