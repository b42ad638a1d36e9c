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
import type { FormProblem } from './form-problem.ts'
import type { FormSpec, FormValues } from './form-spec.ts'
import { useIsRunning } from './use-is-running.ts'
import { useTranslate } from './visit-context.tsx'

/** What an action gives back when it refuses a form. */
export type Refused<Name extends string> =
  | { problem: FormProblem; values: Partial<FormValues<Name>>; puzzle?: ActionRecord | null }
  | undefined

/** The refusal among the answers an action may give. */
export function refusedOf<Name extends string>(
  actionData: Refused<Name> | { saved: object },
): Refused<Name> {
  return actionData !== undefined && 'problem' in actionData ? actionData : undefined
}

/** What a control of a form takes over. */
export type Control = UseFormRegisterReturn & { defaultValue: string | undefined }

export type ContractForm<Name extends string> = {
  control(name: Name): Control
  /** For controls that are no plain inputs. */
  set(name: Name, value: string): void
  errorOf(name: Name): string | undefined
  problem: FormProblem | null
  isSending: boolean
  send(event: React.SubmitEvent<HTMLFormElement>): void
}

/**
 * One form for both worlds: without scripts the browser posts it and the page comes back with the
 * server's messages; with scripts the same rules speak before anything is sent.
 */
export function useContractForm<Name extends string>(
  spec: FormSpec<Name>,
  refused: Refused<Name>,
): ContractForm<Name> {
  const t = useTranslate()
  const submit = useSubmit()
  const navigation = useNavigation()
  const { register, handleSubmit, formState, setError, setValue } = useForm<FormValues<Name>>({
    resolver: resolverOf(spec, t),
  })
  // Read on every render: the form tells its component only of what that has read.
  const { errors } = formState
  const isRunning = useIsRunning()
  const problem = refused?.problem ?? null
  const sentFrom = useRef<Element>(null)

  useEffect(() => {
    const entries = Object.entries(problem?.fields ?? {}) as [Path<FormValues<Name>>, string][]
    // Whoever has gone on typing elsewhere is left there: half a password must not land in another field.
    const isFree = [document.body, sentFrom.current].includes(document.activeElement)
    entries.forEach(([name, message], index) =>
      setError(name, { type: 'server', message }, { shouldFocus: isFree && index === 0 }),
    )
  }, [problem, setError])

  return {
    control: (name) => ({
      ...register(name as unknown as Path<FormValues<Name>>),
      defaultValue: refused?.values[name],
    }),
    set: (name, value) =>
      setValue(
        name as unknown as Path<FormValues<Name>>,
        value as PathValue<FormValues<Name>, Path<FormValues<Name>>>,
        { shouldValidate: formState.isSubmitted },
      ),
    errorOf: (name) => (isRunning ? messageOf(errors, name) : (problem?.fields[name] ?? undefined)),
    problem,
    isSending: navigation.state !== 'idle' && navigation.formMethod === 'POST',
    send(event) {
      sentFrom.current = document.activeElement
      // A button may say what is wanted: what it is called is sent along, as a browser would.
      const by = event.nativeEvent.submitter
      const sent = by instanceof HTMLButtonElement ? by : event.currentTarget
      void handleSubmit(() => submit(sent))(event)
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
  /** For forms that send a file. */
  encType?: 'multipart/form-data'
  className?: string
  /** Ctrl and Enter, or Command and Enter, sends it from any field. */
  isSentByKey?: boolean
  children: ReactNode
}

export function FormBox<Name extends string>(props: FormBoxProps<Name>) {
  const { form, action, encType, className, isSentByKey = false, children } = props
  // What came with the page is said in the page; what came later may interrupt.
  const [first] = useState(form.problem)
  return (
    <Form
      method="post"
      action={action}
      encType={encType}
      noValidate
      onSubmit={form.send}
      onKeyDown={isSentByKey ? sendByKey : undefined}
      className={className}
    >
      <FormMessage message={form.problem?.message ?? null} isLate={form.problem !== first} />
      {children}
    </Form>
  )
}

function sendByKey(event: React.KeyboardEvent<HTMLFormElement>) {
  // The editor sends by itself.
  const isMeant = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  if (!isMeant || event.defaultPrevented) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

type FormFieldProps<Name extends string> = {
  form: ContractForm<Name>
  name: Name
  label: string
  hint?: ReactNode
  aside?: ReactNode
  /** May be left empty. */
  optional?: boolean
  /** Where a heading says it already. */
  hideLabel?: boolean
  children: (control: Control) => ReactNode
}

/** A labelled control of the form, with its message beside it. */
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
