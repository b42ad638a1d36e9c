import type { Draft } from '@stoa/contract/features/drafts'
import { useState, type FocusEvent } from 'react'
import { FormBox, FormField, useContractForm, type RejectedForm } from '../../../kernel/form.tsx'
import { useHydrated } from '../../../kernel/hydration.ts'
import { UnsavedChanges } from '../../../kernel/unsaved-changes.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { MarkdownEditor } from '../../../ui/editor/markdown-editor.tsx'
import { Honeypot } from '../../../ui/honeypot.tsx'
import { PageHead } from '../../../ui/section.tsx'
import { CaptchaField } from '../../site/captcha/captcha-field.tsx'
import { toFields } from '../drafts/draft-fields.ts'
import { useDraft, type DraftControls } from '../drafts/use-draft.tsx'
import { PostingBlock } from '../shared/posting-block.tsx'
import { TagField } from '../tags/tag-field.tsx'
import type { TagRules } from '../tags/tag-rules.ts'
import { useTagHint } from '../tags/use-tag-hint.ts'
import { useEditorOptions } from '../uploads/use-editor-options.tsx'
import { stepByField } from './ask-advice.tsx'
import { askForm, type AskField } from './ask-form.ts'
import { OwnAnswer } from './own-answer.tsx'
import type { Prefill } from './prefill.ts'
import { SimilarQuestions } from './similar-questions.tsx'
import { TitleInput, useTitle } from './title-field.tsx'

type AskFieldsProps = {
  idempotencyKey: string
  prefilled: Prefill
  withAnswer: boolean
  draft: Draft | null
  tagRules: TagRules
  /** 0 if the user may ask. */
  blockedUntil: number
  rejected: RejectedForm<AskField>
  onStep: (step: number) => void
}

const target = { kind: 'question', objectId: '0' } as const

export function AskFields(props: AskFieldsProps) {
  const {
    prefilled,
    withAnswer,
    draft: savedDraft,
    tagRules,
    rejected,
    onStep,
    idempotencyKey,
  } = props
  const options = useEditorOptions('question')
  const t = useTranslate()
  const form = useContractForm(askForm, rejected)
  const pristine = { ...prefilled, answer_content: '' }
  const draft = useDraft({
    target,
    pristine,
    savedDraft,
    isSubmitting: form.isSubmitting,
    hasNewerValues: rejected !== undefined,
  })
  const initial =
    savedDraft === null ? pristine : { ...pristine, ...toFields(savedDraft, Object.keys(pristine)) }
  const [hasAnswer, setHasAnswer] = useState(withAnswer)
  const [isTitleFocused, setTitleFocused] = useState(false)
  const { title, counter } = useTitle(rejected?.values.title ?? initial.title)
  const tagHint = useTagHint(tagRules)
  const handleFocus = ({ target: field }: FocusEvent<HTMLElement>) =>
    onStep(stepByField[field.id] ?? 0)
  const withDefault = (name: 'title' | 'content' | 'tags') => {
    const { defaultValue = initial[name], ...control } = form.control(name)
    return { ...control, defaultValue }
  }
  return (
    <div onFocus={handleFocus}>
      <PageHead title={t('ask.title')} note={draft.status} />
      <FormBox form={form} submitsOnCtrlEnter className="mt-6 grid gap-6">
        {draft.anchor}
        {draft.notice}
        <PostingBlock until={props.blockedUntil} />
        <UnsavedChanges saved={null} isSafe={draft.isSaved} />
        <input
          {...form.control('key')}
          type="hidden"
          defaultValue={rejected?.values.key ?? idempotencyKey}
        />
        <Honeypot />
        <div>
          <FormField form={form} name="title" label={t('ask.question')} aside={counter}>
            {() => (
              <TitleInput
                control={withDefault('title')}
                onFocus={() => setTitleFocused(true)}
                onBlur={() => setTitleFocused(false)}
              />
            )}
          </FormField>
          <SimilarQuestions title={title} isTyping={isTitleFocused} />
        </div>
        <FormField form={form} name="content" label={t('ask.body')}>
          {() => (
            <MarkdownEditor
              {...withDefault('content')}
              label={t('ask.body')}
              labels={(label, values) => t(`editor.${label}`, values)}
              start="idle"
              options={options}
            />
          )}
        </FormField>
        <FormField form={form} name="tags" label={t('ask.tags')} hint={tagHint}>
          {() => (
            <TagField
              control={withDefault('tags')}
              onChange={(text) => form.setValue('tags', text)}
              rules={tagRules}
            />
          )}
        </FormField>
        <OwnAnswer
          form={form}
          initial={{
            isOpen: withAnswer || initial.answer_content !== '',
            text: initial.answer_content,
          }}
          onToggle={setHasAnswer}
        />
        <CaptchaField rejected={rejected} />
        <FormEnd
          label={t(hasAnswer ? 'ask.submit_both' : 'ask.submit')}
          isSubmitting={form.isSubmitting}
          draft={draft}
        />
      </FormBox>
    </div>
  )
}

type FormEndProps = { label: string; isSubmitting: boolean; draft: DraftControls }

function FormEnd({ label, isSubmitting, draft }: FormEndProps) {
  const t = useTranslate()
  const isHydrated = useHydrated()
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3 border-t border-line pt-5">
      <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
        {label}
      </Button>
      {isHydrated && (
        <>
          <Button variant="ghost" size="lg" onClick={draft.saveNow} disabled={!draft.hasDraft}>
            {t('draft.save')}
          </Button>
          <Button
            variant="ghost"
            size="lg"
            className="ms-auto"
            onClick={draft.discard}
            disabled={!draft.hasDraft}
          >
            {t('draft.discard')}
          </Button>
        </>
      )}
    </div>
  )
}
