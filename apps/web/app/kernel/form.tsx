import type { ActionRecord } from '@stoa/contract/features/captcha'
import { toFieldProblems } from '@stoa/contract/field-problems'
import type { Translate } from '@stoa/locales/translate'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import {
  useForm,
  type FieldErrors,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormRegisterReturn,
} from 'react-hook-form'
import { Form, useNavigation, useSubmit } from 'react-router'
import { Field } from '../ui/field.tsx'
import { FormMessage } from './form-message.tsx'
import type { FormSpec, FormValues } from './form-spec.ts'
import { useHydrated } from './hydration.ts'
import type { FormProblem } from './rejections.ts'
import { useTranslate } from './visit-context.tsx'

export type RejectedForm<Name extends string> =
  | { problem: FormProblem; values: Partial<FormValues<Name>>; captcha?: ActionRecord | null }
  | undefined

export function toRejectedForm<Name extends string>(
  actionData: RejectedForm<Name> | { saved: object },
): RejectedForm<Name> {
  return actionData !== undefined && 'problem' in actionData ? actionData : undefined
}

export type Control = UseFormRegisterReturn & { defaultValue: string | undefined }

export type ContractForm<Name extends string> = {
  control(name: Name): Control
  /** For controls that are not native inputs. */
  setValue(name: Name, value: string): void
  errorOf(name: Name): string | undefined
  problem: FormProblem | null
  isSubmitting: boolean
  submit(event: React.SubmitEvent<HTMLFormElement>): void
}

/** Progressive enhancement: without scripts the browser posts the form; with scripts the same schema validates first. */
export function useContractForm<Name extends string>(
  spec: FormSpec<Name>,
  rejected: RejectedForm<Name>,
): ContractForm<Name> {
  const t = useTranslate()
  const submit = useSubmit()
  const navigation = useNavigation()
  const { register, handleSubmit, formState, setError, setValue } = useForm<FormValues<Name>>({
    resolver: resolverOf(spec, t),
  })
  // Read on every render: react-hook-form only tracks properties that were read.
  const { errors } = formState
  const isHydrated = useHydrated()
  const problem = rejected?.problem ?? null
  const focusAtSubmit = useRef<Element>(null)

  useEffect(() => {
    const entries = Object.entries(problem?.fields ?? {}) as [Path<FormValues<Name>>, string][]
    // Do not steal focus from someone typing: half a password must not land in another field.
    const canFocus = [document.body, focusAtSubmit.current].includes(document.activeElement)
    entries.forEach(([name, message], index) =>
      setError(name, { type: 'server', message }, { shouldFocus: canFocus && index === 0 }),
    )
  }, [problem, setError])

  return {
    control: (name) => ({
      ...register(name as unknown as Path<FormValues<Name>>),
      defaultValue: rejected?.values[name],
    }),
    setValue: (name, value) =>
      setValue(
        name as unknown as Path<FormValues<Name>>,
        value as PathValue<FormValues<Name>, Path<FormValues<Name>>>,
        { shouldValidate: formState.isSubmitted },
      ),
    errorOf: (name) =>
      isHydrated ? messageOf(errors, name) : (problem?.fields[name] ?? undefined),
    problem,
    isSubmitting: navigation.state !== 'idle' && navigation.formMethod === 'POST',
    submit(event) {
      focusAtSubmit.current = document.activeElement
      // Submit by the button, so that its name and value are included as in a native submit.
      const { submitter } = event.nativeEvent
      const target = submitter instanceof HTMLButtonElement ? submitter : event.currentTarget
      void handleSubmit(() => submit(target))(event)
    },
  }
}

function messageOf(errors: FieldErrors, name: string): string | undefined {
  const message = errors[name]?.message
  return typeof message === 'string' ? message : undefined
}

function resolverOf<Name extends string>(
  spec: FormSpec<Name>,
  t: Translate,
): Resolver<FormValues<Name>> {
  return (values) => {
    const parsed = spec.schema.safeParse(spec.toInput(values), { reportInput: true })
    if (parsed.success) return { values, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { field, key, values: numbers } of toFieldProblems(parsed.error)) {
      errors[field.split('.')[0] ?? field] ??= { type: 'contract', message: t(key, numbers) }
    }
    return { values: {}, errors: errors as FieldErrors<FormValues<Name>> }
  }
}

type FormBoxProps<Name extends string> = {
  form: ContractForm<Name>
  action?: string
  encType?: 'multipart/form-data'
  className?: string
  submitsOnCtrlEnter?: boolean
  children: ReactNode
}

export function FormBox<Name extends string>(props: FormBoxProps<Name>) {
  const { form, action, encType, className, submitsOnCtrlEnter = false, children } = props
  // A problem rendered by the server is shown inline; a later one may open a toast or dialog.
  const [initial] = useState(form.problem)
  return (
    <Form
      method="post"
      action={action}
      encType={encType}
      noValidate
      onSubmit={form.submit}
      onKeyDown={submitsOnCtrlEnter ? submitOnCtrlEnter : undefined}
      className={className}
    >
      <FormMessage message={form.problem?.message ?? null} isLate={form.problem !== initial} />
      {children}
    </Form>
  )
}

/** Listens on document so that React's handler runs first: a re-render before it would reset controlled fields. */
export function onFormInput(form: HTMLFormElement, onChange: () => void): () => void {
  const handleInput = (event: Event) => {
    if (event.composedPath().includes(form)) onChange()
  }
  document.addEventListener('input', handleInput)
  return () => document.removeEventListener('input', handleInput)
}

function submitOnCtrlEnter(event: React.KeyboardEvent<HTMLFormElement>) {
  const isShortcut = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  // The editor handles the shortcut itself and prevents the default.
  if (!isShortcut || event.defaultPrevented) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

type FormFieldProps<Name extends string> = {
  form: ContractForm<Name>
  name: Name
  label: string
  hint?: ReactNode
  aside?: ReactNode
  optional?: boolean
  hideLabel?: boolean
  children: (control: Control) => ReactNode
}

export function FormField<Name extends string>(props: FormFieldProps<Name>) {
  const { form, name, label, hint, aside, optional = false, hideLabel, children } = props
  return (
    <Field
      label={label}
      hint={hint}
      aside={aside}
      error={form.errorOf(name)}
      id={name}
      required={!optional}
      hideLabel={hideLabel}
    >
      {children(form.control(name))}
    </Field>
  )
}
