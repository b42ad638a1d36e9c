import {
  markupPreviewParameter,
  previewPermalinks,
} from '@stoa/contract/features/settings-previews'
import { useTranslate, useVisit } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Section } from '../../../ui/section.tsx'
import { usePreview } from './use-preview.ts'
import type { SettingDraft } from './use-settings-draft.ts'

const noInput = {}
const previewOf = (path: string) => `${path}?${markupPreviewParameter}`

/** Opens pages of the site with the custom markup of the draft in another tab, for this admin only. */
export function MarkupPreview({ drafts }: { drafts: readonly SettingDraft[] }) {
  const t = useTranslate()
  const { site } = useVisit()
  const { response } = usePreview(previewPermalinks, noInput)
  const question = response?.find(({ permalink }) => permalink === site.permalink)
  const isInvalid = drafts.some(({ error }) => error !== null)
  return (
    <form
      method="post"
      action={previewOf('/')}
      encType="multipart/form-data"
      target="_blank"
      className="mt-8"
    >
      <Section title={t('markup_preview.title')}>
        <p className="max-w-measure pt-2 text-sm text-ink-3">{t('markup_preview.hint')}</p>
        {drafts.map(({ field, value }) => (
          <input key={field.name} type="hidden" name={field.name} value={String(value)} />
        ))}
        <div className="flex flex-wrap gap-2 pt-3">
          <Button type="submit" disabled={isInvalid}>
            {t('markup_preview.home')}
          </Button>
          {question && (
            <Button
              type="submit"
              disabled={isInvalid}
              formAction={previewOf(new URL(question.url).pathname)}
            >
              {t('markup_preview.question')}
            </Button>
          )}
        </div>
      </Section>
    </form>
  )
}
