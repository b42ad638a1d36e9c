import { type Reason, type ReasonNumber, reasonCatalog } from '@stoa/contract/features/reasons'
import type { Translate } from '@stoa/locales/translate'

const placeholders = {
  '': () => '',
  text: (t: Translate) => t('reason.url_placeholder'),
  textarea: (t: Translate) => t('reason.text_placeholder'),
}

export function toReason(number: ReasonNumber, t: Translate): Reason {
  const { name, content } = reasonCatalog[number]
  return {
    reason_type: number,
    name: t(`reason.${name}`),
    description: t(`reason.${name}_text`),
    content_type: content,
    placeholder: placeholders[content](t),
    have_content: content !== '',
  }
}
