import type { Draft } from '@stoa/contract/features/drafts'
import { useState, type FocusEvent } from 'react'
import { FormBox, FormField, useContractForm, type Refused } from '../../kernel/form.tsx'
import { UnsavedChanges } from '../../kernel/unsaved-changes.tsx'
import { useIsRunning } from '../../kernel/use-is-running.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { MarkdownEditor } from '../../ui/editor/markdown-editor.tsx'
import { PageHead } from '../../ui/section.tsx'
import { ChallengeField } from '../captcha/challenge-field.tsx'
import { toFields } from '../drafts/draft-fields.ts'
import { useDraft, type UsedDraft } from '../drafts/use-draft.tsx'
import { PostingBlock } from '../posts/posting-block.tsx'
import { TagField } from '../tags/tag-field.tsx'
import type { TagRules } from '../tags/tag-rules.ts'
import { useTagHint } from '../tags/use-tag-hint.ts'
import { stepOfField } from './ask-advice.tsx'
import { askForm, type AskField } from './ask-form.ts'
import { OwnAnswer } from './own-answer.tsx'
import type { Prefilled } from './prefill.ts'
import { SimilarQuestions } from './similar-questions.tsx'
import { TitleInput, useTitle } from './title-field.tsx'
import { useUploadOptions } from '../uploads/use-upload-options.ts'

type AskFieldsProps = {
  /** For this one question: sent twice, it is still asked once. */
  formKey: string
  prefilled: Prefilled
  withAnswer: boolean
  draft: Draft | null
  tagRules: TagRules
  /** 0 while the reader may ask. */
  blockedUntil: number
  refused: Refused<AskField>
  onStep: (step: number) => void
}

const place = { kind: 'question', objectId: '0' } as const

/** The form for a new question, with everything around it. */
export function AskFields(props: AskFieldsProps) {
  const { prefilled, withAnswer, draft: kept, tagRules, refused, onStep, formKey } = props
  const options = useUploadOptions()
  const t = useTranslate()
  const form = useContractForm(askForm, refused)
  const pristine = { ...prefilled, answer_content: '' }
  const draft = useDraft({
    place,
    pristine,
    kept,
    isSending: form.isSending,
    isAgain: refused !== undefined,
  })
  const start = kept === null ? pristine : { ...pristine, ...toFields(kept, Object.keys(pristine)) }
  const [hasAnswer, setHasAnswer] = useState(withAnswer)
  const [isInTitle, setInTitle] = useState(false)
  const { title, counter } = useTitle(refused?.values.title ?? start.title)
  const tagHint = useTagHint(tagRules)
  const follow = ({ target }: FocusEvent<HTMLElement>) => onStep(stepOfField[target.id] ?? 0)
  const from = (name: 'title' | 'content' | 'tags') => {
    const { defaultValue = start[name], ...control } = form.control(name)
    return { ...control, defaultValue }
  }
  return (
    <div onFocus={follow}>
      <PageHead title={t('ask.title')} note={draft.status} />
      <FormBox form={form} isSentByKey className="mt-6 grid gap-6">
        {draft.anchor}
        {draft.notice}
        <PostingBlock until={props.blockedUntil} />
        <UnsavedChanges saved={null} isSafe={draft.isSafe} />
        <input
          {...form.control('key')}
          type="hidden"
          defaultValue={refused?.values.key ?? formKey}
        />
        <div>
          <FormField form={form} name="title" label={t('ask.question')} aside={counter}>
            {() => (
              <TitleInput
                control={from('title')}
                onFocus={() => setInTitle(true)}
                onBlur={() => setInTitle(false)}
              />
            )}
          </FormField>
          <SimilarQuestions title={title} isTyping={isInTitle} />
        </div>
        <FormField form={form} name="content" label={t('ask.body')}>
          {() => (
            <MarkdownEditor
              {...from('content')}
              label={t('ask.body')}
              words={(word, values) => t(`editor.${word}`, values)}
              start="idle"
              options={options}
            />
          )}
        </FormField>
        <FormField form={form} name="tags" label={t('ask.tags')} hint={tagHint}>
          {() => (
            <TagField
              control={from('tags')}
              onChange={(text) => form.set('tags', text)}
              rules={tagRules}
            />
          )}
        </FormField>
        <OwnAnswer
          form={form}
          start={{ isOpen: withAnswer || start.answer_content !== '', text: start.answer_content }}
          onSwitch={setHasAnswer}
        />
        <ChallengeField refused={refused} />
        <FormEnd
          label={t(hasAnswer ? 'ask.submit_both' : 'ask.submit')}
          isSending={form.isSending}
          draft={draft}
        />
      </FormBox>
    </div>
  )
}

type FormEndProps = { label: string; isSending: boolean; draft: UsedDraft }

function FormEnd({ label, isSending, draft }: FormEndProps) {
  const t = useTranslate()
  const isRunning = useIsRunning()
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3 border-t border-line pt-5">
      <Button type="submit" variant="primary" size="lg" loading={isSending}>
        {label}
      </Button>
      {isRunning && (
        <>
          <Button variant="ghost" size="lg" onClick={draft.saveNow} disabled={!draft.isBegun}>
            {t('draft.save')}
          </Button>
          <Button
            variant="ghost"
            size="lg"
            className="ms-auto"
            onClick={draft.discard}
            disabled={!draft.isBegun}
          >
            {t('draft.discard')}
          </Button>
        </>
      )}
    </div>
  )
}
