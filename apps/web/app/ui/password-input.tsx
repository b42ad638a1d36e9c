import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextInput } from './text-input.tsx'

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  showLabel: string
  hideLabel: string
}

export function PasswordInput({ showLabel, hideLabel, ...rest }: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false)
  const Icon = isVisible ? EyeOff : Eye
  return (
    <TextInput
      type={isVisible ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <IconButton
          label={isVisible ? hideLabel : showLabel}
          icon={<Icon className="icon" aria-hidden="true" />}
          onClick={() => setVisible(!isVisible)}
        />
      }
      {...rest}
    />
  )
}
