import {
  listReasons,
  type Reason,
  type ReasonNumber,
  reasonCatalog,
  reasonsFor,
} from '@stoa/contract/features/reasons'
import { type Translate, translator } from '@stoa/locales/translate'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/route.ts'

export const reasonsRoutes = [
  route(listReasons, async ({ input, caller }) => {
    const numbers = reasonsFor(input.object_type, input.action) ?? fail('reason.none')
    const t = translator(caller.locale)
    return numbers.map((number) => toReason(number, t))
  }),
]

const placeholders = {
  '': () => '',
  text: (t: Translate) => t('reason.url_placeholder'),
  textarea: (t: Translate) => t('reason.text_placeholder'),
}

function toReason(number: ReasonNumber, t: Translate): Reason {
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
