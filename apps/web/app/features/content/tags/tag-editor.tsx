import { limits } from '@stoa/contract/limits'
import type { ReactNode } from 'react'
import { FormBox, FormField, type ContractForm } from '../../../kernel/form.tsx'
import { UnsavedChanges } from '../../../kernel/unsaved-changes.tsx'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import type { EditorOptions } from '../../../ui/editor/extension.ts'
import { MarkdownEditor } from '../../../ui/editor/markdown-editor.tsx'
import { Section } from '../../../ui/section.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import type { TagField } from './tag-editor-form.ts'

type TagEditorProps = {
  form: ContractForm<TagField>
  /** Absent for a new tag. */
  tag?: { display_name: string; slug_name: string; original_text: string; version: number }
  options: EditorOptions
  cancelPath: string
  /** Whether the edit becomes a suggestion. */
  isReviewed?: boolean
  children?: ReactNode
}

export function TagEditor(props: TagEditorProps) {
  const { form, tag, options, cancelPath, isReviewed = false, children } = props
  const t = useTranslate()
  const controlWithDefault = (name: 'display_name' | 'slug_name' | 'original_text') => {
    const control = form.control(name)
    return { ...control, defaultValue: control.defaultValue ?? tag?.[name] }
  }
  return (
    <FormBox form={form} className="mt-6 grid gap-6">
      {children}
      <UnsavedChanges saved={null} />
      <FormField
        form={form}
        name="display_name"
        label={t('tag_editor.display_name')}
        hint={t('tag_editor.display_name_hint', { max: limits.tagName.max })}
      >
        {() => (
          <TextInput
            {...controlWithDefault('display_name')}
            dir="auto"
            autoComplete="off"
            maxLength={limits.tagName.max}
          />
        )}
      </FormField>
      <FormField
        form={form}
        name="slug_name"
        label={t('tag_editor.slug')}
        hint={t('tag_editor.slug_hint')}
      >
        {() => (
          <TextInput
            {...controlWithDefault('slug_name')}
            dir="auto"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.tagName.max}
          />
        )}
      </FormField>
      <FormField form={form} name="original_text" label={t('tag_editor.description')} optional>
        {() => (
          <MarkdownEditor
            {...controlWithDefault('original_text')}
            label={t('tag_editor.description')}
            labels={(label, values) => t(`editor.${label}`, values)}
            options={options}
            start="idle"
          />
        )}
      </FormField>
      {tag !== undefined && <EditSummary form={form} version={tag.version} />}
      <div className="flex flex-wrap gap-2">
        {isReviewed && <p className="w-full text-md text-ink-2">{t('edit.suggest_hint')}</p>}
        <Button type="submit" variant="primary" size="lg" loading={form.isSubmitting}>
          {tag === undefined
            ? t('tag_editor.create')
            : t(isReviewed ? 'edit.suggest' : 'tag_editor.save')}
        </Button>
        <ButtonLink href={cancelPath} variant="ghost" size="lg">
          {t('tag_editor.cancel')}
        </ButtonLink>
      </div>
    </FormBox>
  )
}

function EditSummary({ form, version }: { form: ContractForm<TagField>; version: number }) {
  const t = useTranslate()
  return (
    <>
      {/* Always the current version: after a conflict the user has seen it. */}
      <input type="hidden" name="version" value={version} readOnly />
      <FormField
        form={form}
        name="edit_summary"
        label={t('tag_editor.summary')}
        hint={t('tag_editor.summary_hint')}
        optional
      >
        {(summary) => (
          <TextInput
            {...summary}
            dir="auto"
            autoComplete="off"
            maxLength={limits.editSummary.max}
          />
        )}
      </FormField>
    </>
  )
}

const advice = ['tag_editor.advice_1', 'tag_editor.advice_2', 'tag_editor.advice_3'] as const

export function TagAdvice() {
  const t = useTranslate()
  return (
    <Section title={t('tag_editor.advice_title')} size="sm">
      <ul className="grid list-disc gap-2 ps-5 text-md text-ink-2">
        {advice.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ul>
    </Section>
  )
}
