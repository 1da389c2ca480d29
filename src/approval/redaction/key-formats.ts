/** A format of credentials that can be recognized without a name beside it. */
export interface KeyFormat {
  /** The issuer and the kind of credential. */
  readonly name: string;
  /** The prefix and the minimum length. The characters that follow in the same word belong to the credential, see `rest`. */
  readonly shape: string;
  /** `prefix`: the shape is enough. `random`: the prefix is short, so the match must contain a random part. */
  readonly evidence: 'prefix' | 'random';
  /** The characters of the rest: letters, digits, `_` and `-`; with `dotted` also `.`, with `base64` also `+`, `/` and `=`. */
  readonly rest: 'word' | 'dotted' | 'base64';
}

const format =
  (evidence: KeyFormat['evidence'], rest: KeyFormat['rest']) =>
  (name: string, shape: RegExp): KeyFormat => ({ name, shape: shape.source, evidence, rest });
const exact = format('prefix', 'word');
const dotted = format('prefix', 'dotted');
const base64 = format('prefix', 'base64');
const loose = format('random', 'word');

/**
 * Credential formats as their issuers publish them; each line names the page. Every repetition in a shape is bounded, so that the
 * search stays linear. Publishable keys (`pk_live_…`, `sb_publishable_…`) are not secrets and not listed.
 */
export const keyFormats: readonly KeyFormat[] = [
  // Code hosting and package registries
  exact('GitHub token', /gh[pousr]_\w{20}/), // docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
  exact('GitHub fine-grained token', /github_pat_\w{20}/), // same page
  exact('GitLab token', /gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[\w-]{16}/), // docs.gitlab.com/security/tokens
  exact('GitLab runner registration', /GR1348941[\w-]{16}/), // docs.gitlab.com/security/tokens
  exact('Atlassian API token', /AT(?:ATT|CTT)3[\w-]{16}/), // support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account
  exact('Bitbucket app password', /ATBB[A-Za-z0-9]{16}/), // support.atlassian.com/bitbucket-cloud/docs/app-passwords
  exact('Sourcegraph token', /sg[pd]_(?:[0-9a-f]{16}|local_)/), // sourcegraph.com/docs/cli/how-tos/creating-an-access-token
  exact('npm token', /npm_\w{28}/), // docs.npmjs.com/about-access-tokens
  loose('PyPI token', /pypi-[\w-]{16}/), // pypi.org/help/#apitoken
  exact('RubyGems key', /rubygems_[0-9a-f]{24}/), // guides.rubygems.org/api-key-scopes
  loose('crates.io token', /cio[A-Za-z0-9]{29}/), // doc.rust-lang.org/cargo/reference/registry-authentication.html
  loose('NuGet key', /oy2[a-z0-9]{40}/), // learn.microsoft.com/nuget/nuget-org/publish-a-package
  exact('Clojars token', /CLOJARS_[a-z0-9]{30}/), // github.com/clojars/clojars-web/wiki/Deploy-Tokens
  exact('Artifactory key', /AKCp\w{10}/), // jfrog.com/help/r/jfrog-platform-administration-documentation/api-key
  exact('Docker Hub token', /dckr_[po]at_[\w-]{16}/), // docs.docker.com/security/access-tokens
  // Clouds
  exact('AWS access key id', /(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}/), // docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  base64('AWS session token', /(?:IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz)[A-Za-z0-9+/=]{16}/), // docs.aws.amazon.com/STS/latest/APIReference/API_Credentials.html
  base64('Amazon Bedrock key', /(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/=]{30}/), // docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html
  exact('Amazon MWS token', /amzn\.mws\.[0-9a-f]{8}-[0-9a-f]{4}/), // developer-docs.amazon.com/sp-api
  exact('Google API key', /AIza[\w-]{30}/), // cloud.google.com/docs/authentication/api-keys
  dotted('Google access token', /ya29\.[\w-]{16}/), // developers.google.com/identity/protocols/oauth2
  base64('Google refresh token', /1\/\/0[\w-]{20}/), // same page
  loose('Google authorization code', /4\/0A[\w-]{20}/), // same page
  exact('Google client secret', /GOCSPX-[\w-]{16}/), // support.google.com/cloud/answer/15549257
  loose('Google Gemini key', /AQ\.A[\w-]{20}/), // ai.google.dev/gemini-api/docs/api-key
  dotted('Microsoft Entra client secret', /[\w.~-]{3}\dQ~[\w.~-]{28}/), // learn.microsoft.com/entra/identity-platform/quickstart-register-app
  base64('Azure key', /[A-Za-z0-9+/]{52}(?:JQQJ9|APIM|ACDb|AZDO|ASt|ARm|AzFu|AIoT|ABa)[A-Za-z0-9+/]{8}/), // learn.microsoft.com/purview/sit-defn-azure-storage-account-key-generic
  exact('Alibaba Cloud key id', /LTAI[A-Za-z0-9]{12}/), // alibabacloud.com/help/ram/user-guide/create-an-accesskey-pair
  loose('Tencent Cloud key id', /AKID[A-Za-z0-9]{26}/), // cloud.tencent.com/document/product/598/40488
  dotted('Yandex key', /(?:AQVN[\w-]{30}|y0_[\w-]{30}|t1\.[A-Z0-9a-z_-]{20})/), // yandex.cloud/docs/iam/concepts/authorization/api-key
  exact('DigitalOcean token', /do[opr]_v1_[0-9a-f]{24}/), // docs.digitalocean.com/reference/api/create-personal-access-token
  dotted('Cloudflare token', /(?:cf(?:ut|at|k)_\w{24}|v1\.0-[0-9a-f]{24})/), // developers.cloudflare.com/fundamentals/api/get-started/token-formats
  exact('Heroku key', /HRKU-[\w-]{20}/), // devcenter.heroku.com/articles/authentication
  exact('Netlify token', /nf[pcoub]_[\w-]{20}/), // docs.netlify.com/api/get-started
  exact('Vercel token', /(?:vc[pkicars]_[A-Za-z0-9]{20}|vercel_blob_rw_\w{16})/), // vercel.com/docs/rest-api
  base64('Fly.io token', /f(?:m[12]r?|o1)_[\w+/=-]{20}/), // fly.io/docs/security/tokens
  loose('Render key', /rnd_[A-Za-z0-9]{20}/), // render.com/docs/api
  exact('Scalingo token', /tk-us-[\w-]{30}/), // developers.scalingo.com
  exact('Tailscale key', /tskey-(?:\w{1,16}-)?[A-Za-z0-9]{10}/), // tailscale.com/kb/1085/auth-keys
  exact('Aiven password', /AVNS_[\w-]{12}/), // aiven.io/docs
  // Databases
  exact('Supabase key', /sb(?:p_(?:v\d_)?[0-9a-f]{24}|_secret_[\w-]{12})/), // supabase.com/docs/guides/api/api-keys
  dotted('PlanetScale token', /pscale_(?:tkn|pw|oauth)_[\w.-]{16}/), // planetscale.com/docs/api/reference/service-tokens
  exact('Neon key', /napi_[a-z0-9]{24}/), // neon.com/docs/manage/api-keys
  exact('MongoDB Atlas secret', /mdb_sa_sk_[\w-]{16}/), // mongodb.com/docs/atlas/configure-api-access
  exact('CockroachDB key', /CCDB1_\w{20}/), // cockroachlabs.com/docs/cockroachcloud/managing-access
  exact('Databricks token', /d(?:api|ose|kea|oca)[0-9a-f]{24}/), // docs.databricks.com/dev-tools/auth/pat
  // Infrastructure
  dotted('HashiCorp Vault token', /hv[sbr]\.[\w-]{16}/), // developer.hashicorp.com/vault/docs/concepts/tokens
  loose('HashiCorp Vault token, old', /s\.[A-Za-z0-9]{24}/), // same page
  dotted('Terraform token', /[A-Za-z0-9]{14}\.atlasv1\.[\w-]{20}/), // developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens
  dotted('Doppler token', /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{20}/), // docs.doppler.com/reference/auth-token-formats
  exact('Pulumi token', /pul-[0-9a-f]{24}/), // pulumi.com/docs/administration/access-identity/access-tokens
  dotted('1Password token', /ops_eyJ[\w-]{16}/), // developer.1password.com/docs/service-accounts
  exact('1Password secret key', /A3-[A-Z0-9]{6}-[A-Z0-9]{5,6}-[A-Z0-9]{5}/), // support.1password.com/secret-key
  exact('age identity', /AGE-SECRET-KEY-1[0-9A-Z]{20}/), // age-encryption.org/v1
  exact('CircleCI token', /CCI(?:PAT|PRJ)_\w{20}/), // circleci.com/docs/managing-api-tokens
  exact('Buildkite token', /bk(?:ua|at|aj|pt)_[0-9a-f]{24}/), // buildkite.com/docs/platform/security/tokens
  exact('Octopus Deploy key', /API-[A-Z0-9]{25}/), // octopus.com/docs/octopus-rest-api/how-to-create-an-api-key
  dotted('Harness token', /[ps]at\.[\w-]{22}\.[0-9a-f]{16}/), // developer.harness.io/docs/platform/automation/api/add-and-manage-api-keys
  exact('SonarQube token', /sq[uap]_[0-9a-f]{24}/), // docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens
  exact('Prefect key', /pn[ub]_\w{30}/), // docs.prefect.io/v3/manage/cloud/manage-users/api-keys
  exact('LaunchDarkly key', /(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/), // launchdarkly.com/docs/home/account/keys
  // Monitoring
  base64('Sentry token', /sntry[su]_[\w+/=-]{20}/), // docs.sentry.io/account/auth-tokens
  exact('New Relic key', /(?:NR(?:AK|II|IQ|RA|SP)-[\w-]{16}|[0-9a-f]{36}NRAL)/), // docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys
  base64('Grafana token', /gl(?:sa|c)_[A-Za-z0-9+/=]{16}/), // grafana.com/docs/grafana/latest/administration/service-accounts
  exact('Honeycomb key', /hc[a-z]{2}k_\w{20}/), // docs.honeycomb.io/configure/environments/manage-api-keys
  dotted('Dynatrace token', /dt0[a-z]\d\d\.[A-Z0-9]{16}/), // docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients
  exact('Datadog application key', /ddapp_\w{20}/), // docs.datadoghq.com/account_management/api-app-keys
  // Messages and mail
  exact('Slack token', /(?:xox[a-z]|xoxe\.xox[bp]|xapp|xwfp)-[\w-]{10}/), // docs.slack.dev/authentication/tokens
  base64('Slack webhook', /(?<=hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)[\w/-]{16}/), // docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
  dotted('Discord token', /[MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{25}/), // discord.com/developers/docs/reference#authentication
  exact('Discord webhook', /(?<=discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,25}\/)[\w-]{20}/), // discord.com/developers/docs/resources/webhook
  base64('Teams webhook', /(?<=\.webhook\.office\.com\/webhookb2\/)[\w@/-]{20}/), // learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors
  base64(
    'Zapier or IFTTT webhook',
    /(?<=hooks\.zapier\.com\/hooks\/catch\/|maker\.ifttt\.com\/trigger\/[\w-]{1,60}\/(?:json\/)?with\/key\/)[\w/-]{8}/,
  ), // zapier.com, ifttt.com/maker_webhooks
  exact('Telegram bot token', /(?:bot)?\d{8,10}:[\w-]{35}/), // core.telegram.org/bots/api#authorizing-your-bot
  exact('Twilio key', /SK[0-9a-f]{32}/), // twilio.com/docs/iam/api-keys
  dotted('SendGrid key', /SG\.[\w-]{16,22}\.[\w-]{16}/), // twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
  exact('Mailgun key', /(?:key-[0-9a-z]{32}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})/), // documentation.mailgun.com
  exact('Mailchimp key', /[0-9a-f]{32}-us\d{1,2}/), // mailchimp.com/developer/marketing/guides/quick-start
  exact('Brevo key', /x(?:keysib|smtpsib)-[0-9a-f]{24}/), // developers.brevo.com
  loose('Resend key', /re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{12}/), // resend.com/docs
  exact('Mandrill key', /md-[\w-]{22}/), // mailchimp.com/developer/transactional
  exact('X bearer token', /A{20}[\w%-]{30}/), // docs.x.com/fundamentals/authentication
  loose('Meta access token', /EAA[A-Za-z0-9][A-Za-z0-9_-]{28}/), // developers.facebook.com/docs/facebook-login/guides/access-tokens
  exact('Twitch token', /oauth:[a-z0-9]{30}/), // dev.twitch.tv/docs/authentication
  // Payments and shops
  exact('Stripe key', /[rs]k_(?:live|test|prod)_\w{16}/), // docs.stripe.com/keys
  base64('Webhook signing secret', /whsec_[\w+/=-]{16}/), // docs.stripe.com/webhooks, standardwebhooks.com
  exact('Square token', /sq0(?:atp|csp|acp)-[\w-]{16}/), // developer.squareup.com/docs/build-basics/access-tokens
  exact('Shopify token', /shp(?:at|ca|pa|ss|ua|tka)_\w{20}/), // shopify.dev/docs/apps/build/authentication-authorization
  exact('PayPal or Braintree token', /(?<=access_token\$(?:production|sandbox)\$[0-9a-z]{8,20}\$)[0-9a-f]{16}/), // developer.paypal.com/braintree/docs
  exact('Plaid token', /access-(?:sandbox|development|production)-[0-9a-f]{8}-/), // plaid.com/docs/api/tokens
  exact('Flutterwave key', /FLWSECK(?:_TEST)?-\w{10}/), // developer.flutterwave.com/docs/authentication
  exact('Shippo token', /shippo_(?:live|test)_[0-9a-f]{24}/), // docs.goshippo.com
  exact('EasyPost key', /EZ[AT]K\w{30}/), // docs.easypost.com/docs/authentication
  loose('Lob, Mollie or GoCardless key', /(?:live|test)_[\w-]{28}/), // docs.mollie.com/reference/authentication
  exact('Duffel token', /duffel_(?:test|live)_[\w-]{20}/), // duffel.com/docs
  // Products with an API
  exact('Linear key', /lin_(?:api|oauth)_\w{16}/), // linear.app/developers
  exact('Notion token', /(?:ntn_\w{20}|secret_[A-Za-z0-9]{32})/), // developers.notion.com/docs/authorization
  exact('Figma token', /fig[dou]_?[dp]?_[\w-]{20}/), // developers.figma.com/docs/rest-api/authentication
  exact('Postman key', /PMA[KT]-[0-9A-Za-z-]{16}/), // learning.postman.com/docs/developer/postman-api/authentication
  dotted('Airtable token', /pat[A-Za-z0-9]{14}\.[0-9a-f]{24}/), // airtable.com/developers/web/api/authentication
  exact('Asana token', /\d\/\d{10,20}(?:\/\d{10,20})?:[0-9a-f]{32}/), // developers.asana.com/docs/personal-access-token
  exact('HubSpot token', /pat-(?:na|eu|ap)\d-[0-9a-f]{8}-/), // developers.hubspot.com/docs/apps/legacy-apps/private-apps
  exact('Trello token', /ATTA[0-9a-f]{24}/), // developer.atlassian.com/cloud/trello/guides/rest-api/authorization
  exact('ClickUp token', /pk_\d{5,12}_[A-Z0-9]{32}/), // developer.clickup.com/docs/authentication
  dotted('Dropbox token', /sl\.(?:u\.)?[\w-]{40}/), // developers.dropbox.com/oauth-guide
  exact('Contentful token', /CFPAT-[\w-]{20}/), // contentful.com/developers/docs/references/authentication
  loose('Typeform token', /tfp_[\w-]{20}/), // typeform.com/developers/get-started/personal-access-token
  exact('ReadMe key', /rdme_\w{24}/), // docs.readme.com/main/docs/authentication
  exact('Adafruit key', /aio_\w{28}/), // learn.adafruit.com/welcome-to-adafruit-io
  exact('PubNub secret', /sec-c-[0-9A-Za-z-]{20}/), // pubnub.com/docs
  exact('WakaTime key', /waka_[0-9a-f]{8}-/), // wakatime.com/developers
  dotted('Mapbox secret token', /sk\.eyJ[\w-]{10}/), // docs.mapbox.com/help/getting-started/access-tokens
  exact('Inngest key', /signkey-(?:prod|test|branch)-[0-9a-f]{16}/), // inngest.com/docs/platform/signing-keys
  exact('Stytch secret', /secret-(?:live|test)-[\w=-]{16}/), // stytch.com/docs
  // Models
  loose('OpenAI, Anthropic, OpenRouter … key', /c?sk-[\w-]{16}/), // platform.openai.com/docs/api-reference/authentication
  loose('ElevenLabs key', /sk_[0-9a-f]{32}/), // elevenlabs.io/docs/api-reference/authentication
  exact('Hugging Face token', /(?:hf|api_org)_[A-Za-z]{28}/), // huggingface.co/docs/hub/security-tokens
  loose('Hugging Face token', /hf_[A-Za-z0-9]{28}/), // same page
  exact('Replicate token', /r8_\w{28}/), // replicate.com/docs/topics/security/api-tokens
  exact('Groq key', /gsk_\w{28}/), // console.groq.com/docs
  exact('xAI key', /xai-\w{28}/), // docs.x.ai
  exact('Perplexity key', /pplx-\w{28}/), // docs.perplexity.ai
  exact('LangSmith key', /ls(?:v2_[ps][tk]|_)_[0-9a-f]{24}/), // docs.smith.langchain.com
  exact('NVIDIA key', /nvapi-[\w-]{28}/), // docs.nvidia.com/nim
  loose('Tavily or Firecrawl key', /(?:tvly-[\w-]{16}|fc-[0-9a-f]{32})/), // docs.tavily.com, docs.firecrawl.dev
  exact('Pinecone key', /pcsk_\w{20}/), // docs.pinecone.io/guides/projects/manage-api-keys
  exact('E2B key', /e2b_[0-9a-f]{24}/), // e2b.dev/docs/api-key
  exact('Jina key', /jina_[0-9a-f]{24}/), // docs.jina.ai
  exact('RunPod key', /rpa_\w{30}/), // docs.runpod.io/get-started/api-keys
  base64('Private key in Base64', /LS0tLS1CRUdJTi[A-D][\w+/]{0,24}?(?:UFJJVkFURSBLRV|QUklWQVRFIEtFW|BSSVZBVEUgS0VZ)/), // RFC 7468, RFC 4648
  dotted('PASETO', /v[1-4]\.(?:local|public)\.[\w-]{20}/), // github.com/paseto-standard/paseto-spec
];
