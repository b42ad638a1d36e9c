import type { Draft } from '@stoa/contract/features/drafts'
import { limits } from '@stoa/contract/limits'
import { useEffect, useRef, useState } from 'react'
import type { FormSpec } from '../../../kernel/form-spec.ts'
import { FormBox, FormField, useContractForm, type RejectedForm } from '../../../kernel/form.tsx'
import { useHydrated } from '../../../kernel/hydration.ts'
import { UnsavedChanges } from '../../../kernel/unsaved-changes.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { MarkdownEditor } from '../../../ui/editor/markdown-editor.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { CaptchaField } from '../../site/captcha/captcha-field.tsx'
import { toFields } from '../drafts/draft-fields.ts'
import { fillFields, readFields } from '../drafts/form-fields.ts'
import { useDraft } from '../drafts/use-draft.tsx'
import { TitleInput, useTitle } from '../questions/title-field.tsx'
import { TagField } from '../tags/tag-field.tsx'
import type { TagRules } from '../tags/tag-rules.ts'
import { useTagHint } from '../tags/use-tag-hint.ts'
import { useEditorOptions } from '../uploads/use-editor-options.tsx'
import type { EditField, EditValues } from './edit-forms.ts'
import { RevisionPicker, type RevisionChoice } from './revision-picker.tsx'

type EditFieldsProps = {
  spec: FormSpec<EditField>
  /** The current post, as form values. */
  post: { id: string; values: EditValues }
  /** Only questions have a title and tags. */
  tagRules: TagRules | null
  draft: Draft | null
  /** Whether the edit becomes a suggestion. */
  isReviewed: boolean
  /** The user's open suggestion, which the values of the post are from. */
  suggestion: EditValues | null
  revisions: readonly RevisionChoice[]
  /** The text of an older revision to start from. */
  previousText: string | null
  rejected: RejectedForm<EditField>
  cancelPath: string
}

type TextField = 'title' | 'content' | 'tags' | 'edit_summary'

export function EditFields(props: EditFieldsProps) {
  const options = useEditorOptions(props.tagRules === null ? 'answer' : 'question')
  const {
    spec,
    post,
    tagRules,
    draft: savedDraft,
    revisions,
    previousText,
    rejected,
    cancelPath,
  } = props
  const t = useTranslate()
  const form = useContractForm(spec, rejected)
  const target = { kind: 'edit', objectId: post.id } as const
  const draft = useDraft({
    target,
    pristine: post.values,
    savedDraft,
    isSubmitting: form.isSubmitting,
    hasNewerValues: rejected !== undefined || previousText !== null,
  })
  const draftValues =
    savedDraft === null ? post.values : toFields(savedDraft, Object.keys(post.values))
  const initial = previousText === null ? draftValues : { ...post.values, content: previousText }
  const container = useRef<HTMLDivElement>(null)
  const getForm = () =>
    container.current?.querySelector<HTMLFormElement>('form[method=post]') ?? null
  const withDefault = (name: EditField) => {
    const { defaultValue = initial[name] ?? '', ...control } = form.control(name)
    return { ...control, defaultValue }
  }
  return (
    <div ref={container} className="mt-6 grid gap-6">
      {props.suggestion !== null && <Notice>{t('edit.suggestion_loaded')}</Notice>}
      <RevisionPicker
        objectId={post.id}
        revisions={revisions}
        isChanged={() => {
          const formElement = getForm()
          return (
            formElement !== null &&
            readFields(formElement, ['content'])['content'] !== post.values.content
          )
        }}
        onText={(content) => {
          const formElement = getForm()
          if (formElement !== null) fillFields(formElement, { content })
        }}
      />
      <FormBox form={form} submitsOnCtrlEnter className="grid gap-6">
        {draft.anchor}
        {draft.notice}
        <UnsavedChanges saved={null} isSafe={draft.isSaved} />
        <VersionField control={withDefault('version')} />
        {tagRules !== null && <TitlePart form={form} control={withDefault('title')} />}
        <FormField form={form} name="content" label={t('edit.text')}>
          {() => (
            <MarkdownEditor
              {...withDefault('content')}
              label={t('edit.text')}
              labels={(label, values) => t(`editor.${label}`, values)}
              start="idle"
              status={draft.status}
              options={options}
            />
          )}
        </FormField>
        {tagRules !== null && (
          <TagPart form={form} control={withDefault('tags')} rules={tagRules} />
        )}
        <FormField
          form={form}
          name="edit_summary"
          label={t('edit.summary')}
          hint={t('edit.summary_hint')}
          optional
        >
          {() => (
            <TextInput
              {...withDefault('edit_summary' satisfies TextField)}
              dir="auto"
              autoComplete="off"
              maxLength={limits.editSummary.max}
            />
          )}
        </FormField>
        <CaptchaField rejected={rejected} />
        <FormEnd
          isReviewed={props.isReviewed}
          isSubmitting={form.isSubmitting}
          cancelPath={cancelPath}
          draft={draft}
        />
      </FormBox>
    </div>
  )
}

type Form = ReturnType<typeof useContractForm<EditField>>
type PartProps = { form: Form; control: ReturnType<Form['control']> }

/** The version that the edit is based on. A restored draft sets its own, which must survive rerenders. */
function VersionField({ control }: { control: PartProps['control'] }) {
  const { ref, name, defaultValue = '' } = control
  const field = useRef<HTMLInputElement>(null)
  const [version, setVersion] = useState(defaultValue)
  useEffect(() => {
    const element = field.current
    const update = () => element !== null && setVersion(element.value)
    element?.addEventListener('input', update)
    return () => element?.removeEventListener('input', update)
  }, [])
  return (
    <input
      type="hidden"
      ref={(element) => {
        field.current = element
        ref(element)
      }}
      name={name}
      value={version}
    />
  )
}

function TitlePart({ form, control }: PartProps) {
  const t = useTranslate()
  const { counter } = useTitle(control.defaultValue ?? '')
  return (
    <FormField form={form} name="title" label={t('ask.question')} aside={counter}>
      {() => <TitleInput control={control} />}
    </FormField>
  )
}

function TagPart({ form, control, rules }: PartProps & { rules: TagRules }) {
  const t = useTranslate()
  return (
    <FormField form={form} name="tags" label={t('ask.tags')} hint={useTagHint(rules)}>
      {() => (
        <TagField
          control={control}
          onChange={(text) => form.setValue('tags', text)}
          rules={rules}
        />
      )}
    </FormField>
  )
}

type FormEndProps = {
  isReviewed: boolean
  isSubmitting: boolean
  cancelPath: string
  draft: ReturnType<typeof useDraft>
}

function FormEnd({ isReviewed, isSubmitting, cancelPath, draft }: FormEndProps) {
  const t = useTranslate()
  const isHydrated = useHydrated()
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3 border-t border-line pt-5">
      {isReviewed && <p className="w-full text-md text-ink-2">{t('edit.suggest_hint')}</p>}
      <Button type="submit" variant="primary" size="lg" loading={isSubmitting}>
        {t(isReviewed ? 'edit.suggest' : 'edit.save')}
      </Button>
      <ButtonLink href={cancelPath} variant="ghost" size="lg">
        {t('edit.cancel')}
      </ButtonLink>
      {isHydrated && draft.hasDraft && (
        <Button variant="ghost" size="lg" className="ms-auto" onClick={draft.discard}>
          {t('draft.discard')}
        </Button>
      )}
    </div>
  )
}
