import { openIdConnect } from '@stoa/sign-in/openid-connect'

export default openIdConnect()
