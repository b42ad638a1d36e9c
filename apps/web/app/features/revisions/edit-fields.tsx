import type { Draft } from '@stoa/contract/features/drafts'
import { limits } from '@stoa/contract/limits'
import { useEffect, useRef, useState } from 'react'
import { FormBox, FormField, useContractForm, type Refused } from '../../kernel/form.tsx'
import type { FormSpec } from '../../kernel/form-spec.ts'
import { UnsavedChanges } from '../../kernel/unsaved-changes.tsx'
import { useIsRunning } from '../../kernel/use-is-running.ts'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { MarkdownEditor } from '../../ui/editor/markdown-editor.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { ChallengeField } from '../captcha/challenge-field.tsx'
import { toFields } from '../drafts/draft-fields.ts'
import { putFields, readFields } from '../drafts/form-fields.ts'
import { useDraft } from '../drafts/use-draft.tsx'
import { TitleInput, useTitle } from '../questions/title-field.tsx'
import { TagField } from '../tags/tag-field.tsx'
import type { TagRules } from '../tags/tag-rules.ts'
import { useTagHint } from '../tags/use-tag-hint.ts'
import type { EditField, EditValues } from './edit-forms.ts'
import { RevisionPicker, type RevisionChoice } from './revision-picker.tsx'
import { useUploadOptions } from '../uploads/use-upload-options.ts'

type EditFieldsProps = {
  spec: FormSpec<EditField>
  /** The post as it is now, as the form would show it. */
  post: { id: string; values: EditValues }
  /** Only questions have a title and tags. */
  tagRules: TagRules | null
  draft: Draft | null
  revisions: readonly RevisionChoice[]
  earlier: string | null
  refused: Refused<EditField>
  cancelPath: string
}

type TextField = 'title' | 'content' | 'tags' | 'edit_summary'

/** The form for another text of a post. */
export function EditFields(props: EditFieldsProps) {
  const options = useUploadOptions()
  const { spec, post, tagRules, draft: kept, revisions, earlier, refused, cancelPath } = props
  const t = useTranslate()
  const form = useContractForm(spec, refused)
  const place = { kind: 'edit', objectId: post.id } as const
  const draft = useDraft({
    place,
    pristine: post.values,
    kept,
    isSending: form.isSending,
    isAgain: refused !== undefined || earlier !== null,
  })
  const ofDraft = kept === null ? post.values : toFields(kept, Object.keys(post.values))
  const start = earlier === null ? ofDraft : { ...post.values, content: earlier }
  const box = useRef<HTMLDivElement>(null)
  const element = () => box.current?.querySelector<HTMLFormElement>('form[method=post]') ?? null
  const from = (name: EditField) => {
    const { defaultValue = start[name] ?? '', ...control } = form.control(name)
    return { ...control, defaultValue }
  }
  return (
    <div ref={box} className="mt-6 grid gap-6">
      <RevisionPicker
        objectId={post.id}
        revisions={revisions}
        isChanged={() => {
          const now = element()
          return now !== null && readFields(now, ['content'])['content'] !== post.values.content
        }}
        onText={(content) => {
          const now = element()
          if (now !== null) putFields(now, { content })
        }}
      />
      <FormBox form={form} isSentByKey className="grid gap-6">
        {draft.anchor}
        {draft.notice}
        <UnsavedChanges saved={null} isSafe={draft.isSafe} />
        <VersionField control={from('version')} />
        {tagRules !== null && <TitlePart form={form} control={from('title')} />}
        <FormField form={form} name="content" label={t('edit.text')}>
          {() => (
            <MarkdownEditor
              {...from('content')}
              label={t('edit.text')}
              words={(word, values) => t(`editor.${word}`, values)}
              start="idle"
              status={draft.status}
              options={options}
            />
          )}
        </FormField>
        {tagRules !== null && <TagPart form={form} control={from('tags')} rules={tagRules} />}
        <FormField
          form={form}
          name="edit_summary"
          label={t('edit.summary')}
          hint={t('edit.summary_hint')}
          optional
        >
          {() => (
            <TextInput
              {...from('edit_summary' satisfies TextField)}
              dir="auto"
              autoComplete="off"
              maxLength={limits.editSummary.max}
            />
          )}
        </FormField>
        <ChallengeField refused={refused} />
        <FormEnd isSending={form.isSending} cancelPath={cancelPath} draft={draft} />
      </FormBox>
    </div>
  )
}

type Form = ReturnType<typeof useContractForm<EditField>>
type PartProps = { form: Form; control: ReturnType<Form['control']> }

/** The version an edit goes on from. A draft brings its own along, and keeps it however often the page is drawn. */
function VersionField({ control }: { control: PartProps['control'] }) {
  const { ref, name, defaultValue = '' } = control
  const field = useRef<HTMLInputElement>(null)
  const [version, setVersion] = useState(defaultValue)
  useEffect(() => {
    const element = field.current
    const follow = () => element !== null && setVersion(element.value)
    element?.addEventListener('input', follow)
    return () => element?.removeEventListener('input', follow)
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
        <TagField control={control} onChange={(text) => form.set('tags', text)} rules={rules} />
      )}
    </FormField>
  )
}

type FormEndProps = {
  isSending: boolean
  cancelPath: string
  draft: ReturnType<typeof useDraft>
}

function FormEnd({ isSending, cancelPath, draft }: FormEndProps) {
  const t = useTranslate()
  const isRunning = useIsRunning()
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-3 border-t border-line pt-5">
      <Button type="submit" variant="primary" size="lg" loading={isSending}>
        {t('edit.save')}
      </Button>
      <ButtonLink href={cancelPath} variant="ghost" size="lg">
        {t('edit.cancel')}
      </ButtonLink>
      {isRunning && draft.isBegun && (
        <Button variant="ghost" size="lg" className="ms-auto" onClick={draft.discard}>
          {t('draft.discard')}
        </Button>
      )}
    </div>
  )
}
