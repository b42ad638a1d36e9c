import { askQuestion } from '@stoa/contract/features/questions'
import { limits } from '@stoa/contract/limits'
import { redirect } from 'react-router'
import { ChallengeField } from '../../features/captcha/challenge-field.tsx'
import { challengedAgain } from '../../features/captcha/challenge.server.ts'
import { askForm } from '../../features/questions/ask-form.ts'
import { questionPath } from '../../features/questions/permalink.ts'
import { TagField } from '../../features/tags/tag-field.tsx'
import { submit } from '../../kernel/api.server.ts'
import { visitContext } from '../../kernel/context.server.ts'
import { FormBox, FormField, useContractForm } from '../../kernel/form.tsx'
import { formAgain, readForm } from '../../kernel/form.server.ts'
import { PageTitle } from '../../kernel/page-title.tsx'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { MarkdownEditor } from '../../ui/editor/markdown-editor.tsx'
import { PageHead, Section } from '../../ui/section.tsx'
import { Page } from '../../ui/shell/page.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Route } from './+types/ask.ts'

/** A key for this one question: sent twice, it is still asked once. */
export const loader = () => ({ key: crypto.randomUUID() })

export async function action(args: Route.ActionArgs) {
  const values = await readForm(args.request, askForm)
  const key = values.key === '' ? undefined : values.key
  const result = await submit(args, askQuestion, askForm.toInput(values), { idempotencyKey: key })
  if (!result.ok) return challengedAgain(args, 'question', formAgain(askForm, values, result))
  return redirect(questionPath(result.reply, args.context.get(visitContext).site.permalink))
}

export default function Ask({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const form = useContractForm(askForm, actionData)
  return (
    <Page plan="focus" rail={<Advice />} railLabel={t('ask.advice_title')}>
      <PageTitle title={t('ask.title')} hidden />
      <PageHead title={t('ask.title')} />
      <FormBox form={form} className="mt-6 grid gap-6">
        <input
          {...form.control('key')}
          type="hidden"
          defaultValue={actionData?.values.key ?? loaderData.key}
        />
        <FormField form={form} name="title" label={t('ask.question')} hint={t('ask.question_hint')}>
          {(control) => (
            <TextInput
              {...control}
              dir="auto"
              autoComplete="off"
              maxLength={limits.title.max}
              className="font-serif text-xl"
            />
          )}
        </FormField>
        <FormField form={form} name="content" label={t('ask.body')}>
          {(control) => (
            <MarkdownEditor
              {...control}
              label={t('ask.body')}
              words={(word, values) => t(`editor.${word}`, values)}
              start="idle"
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="tags"
          label={t('ask.tags')}
          hint={t('ask.tags_hint', { most: limits.tags.max })}
        >
          {(control) => <TagField control={control} onChange={(text) => form.set('tags', text)} />}
        </FormField>
        <ChallengeField refused={actionData} />
        <div>
          <Button type="submit" variant="primary" size="lg" loading={form.isSending}>
            {t('ask.submit')}
          </Button>
        </div>
      </FormBox>
    </Page>
  )
}

const advice = ['ask.advice_1', 'ask.advice_2', 'ask.advice_3'] as const

function Advice() {
  const t = useTranslate()
  return (
    <Section title={t('ask.advice_title')} size="sm">
      <ol className="grid list-decimal gap-2 ps-5 text-md text-ink-2">
        {advice.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ol>
    </Section>
  )
}
