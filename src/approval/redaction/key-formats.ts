/** A format of credentials that can be recognized without a name. */
export interface KeyFormat {
  /** The prefix and the minimum length. Following characters of the same word belong to the credential: see `rest`. */
  readonly shape: string;
  /** `prefix`: the shape is enough. `random`: the prefix is short, so the match must contain a random part. */
  readonly evidence: 'prefix' | 'random';
  /** The following characters: letters, digits, `_`, `-`; with `dotted` also `.`, with `base64` also `+`, `/`, `=`. */
  readonly rest: 'word' | 'dotted' | 'base64';
}

const format =
  (evidence: KeyFormat['evidence'], rest: KeyFormat['rest']) =>
  (shape: RegExp): KeyFormat => ({ shape: shape.source, evidence, rest });
const exact = format('prefix', 'word');
const dotted = format('prefix', 'dotted');
const base64 = format('prefix', 'base64');
const loose = format('random', 'word');
const looseBase64 = format('random', 'base64');

/**
 * Credential formats as their issuers publish them; each line names the credential and the page. Every repetition in a
 * shape is bounded, so that the search is linear. Publishable keys (`pk_live_…`, `sb_publishable_…`) are not secrets,
 * so they are not listed.
 */
export const keyFormats: readonly KeyFormat[] = [
  // Code hosting and package registries
  exact(/gh[pousr]_\w{20}/), // GitHub token: docs.github.com/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
  exact(/github_pat_\w{20}/), // GitHub fine-grained token: same page
  exact(/gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[\w-]{16}/), // GitLab token: docs.gitlab.com/security/tokens
  exact(/GR1348941[\w-]{16}/), // GitLab runner registration: docs.gitlab.com/security/tokens
  exact(/AT(?:ATT|CTT)3[\w-]{16}/), // Atlassian API token: support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account
  exact(/ATBB[A-Za-z0-9]{16}/), // Bitbucket app password: support.atlassian.com/bitbucket-cloud/docs/app-passwords
  exact(/sg[pd]_(?:[0-9a-f]{16}|local_)/), // Sourcegraph token: sourcegraph.com/docs/cli/how-tos/creating-an-access-token
  exact(/npm_\w{28}/), // npm token: docs.npmjs.com/about-access-tokens
  loose(/pypi-[\w-]{16}/), // PyPI token: pypi.org/help/#apitoken
  exact(/rubygems_[0-9a-f]{24}/), // RubyGems key: guides.rubygems.org/api-key-scopes
  loose(/cio[A-Za-z0-9]{29}/), // crates.io token: doc.rust-lang.org/cargo/reference/registry-authentication.html
  loose(/oy2[a-z0-9]{40}/), // NuGet key: learn.microsoft.com/nuget/nuget-org/publish-a-package
  exact(/CLOJARS_[a-z0-9]{30}/), // Clojars token: github.com/clojars/clojars-web/wiki/Deploy-Tokens
  base64(/cmVmdGtu[A-Za-z0-9]{20}/), // Artifactory reference token: jfrog.com/help/r/jfrog-platform-administration-documentation/access-tokens
  exact(/packagist_[a-z]{2,4}_[0-9a-f]{30}/), // Private Packagist token: packagist.com/docs
  exact(/(?<=conda\.anaconda\.org\/t\/)[\w-]{16}/), // Anaconda token: docs.anaconda.com
  exact(/AKCp\w{10}/), // Artifactory key: jfrog.com/help/r/jfrog-platform-administration-documentation/api-key
  exact(/dckr_[po]at_[\w-]{16}/), // Docker Hub token: docs.docker.com/security/access-tokens
  // Clouds
  exact(/(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}/), // AWS access key id: docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  base64(/(?:IQoJb3JpZ2lu|FwoGZXIvYXdz|FQoGZXIvYXdz)[A-Za-z0-9+/=]{16}/), // AWS session token: docs.aws.amazon.com/STS/latest/APIReference/API_Credentials.html
  base64(/(?:ABSK|bedrock-api-key-)[A-Za-z0-9+/=]{30}/), // Amazon Bedrock key: docs.aws.amazon.com/bedrock/latest/userguide/api-keys.html
  exact(/amzn\.mws\.[0-9a-f]{8}-[0-9a-f]{4}/), // Amazon MWS token: developer-docs.amazon.com/sp-api
  exact(/AIza[\w-]{30}/), // Google API key: cloud.google.com/docs/authentication/api-keys
  dotted(/ya29\.[\w-]{16}/), // Google access token: developers.google.com/identity/protocols/oauth2
  base64(/1\/\/0[\w-]{20}/), // Google refresh token: same page
  loose(/4\/0A[\w-]{20}/), // Google authorization code: same page
  exact(/GOCSPX-[\w-]{16}/), // Google client secret: support.google.com/cloud/answer/15549257
  loose(/AQ\.A[\w-]{20}/), // Google Gemini key: ai.google.dev/gemini-api/docs/api-key
  dotted(/[\w.~-]{3}\dQ~[\w.~-]{28}/), // Microsoft Entra client secret: learn.microsoft.com/entra/identity-platform/quickstart-register-app
  base64(/[A-Za-z0-9+/]{52}(?:JQQJ9|APIM|ACDb|AZDO|ASt|ARm|AzFu|AIoT|ABa)[A-Za-z0-9+/]{8}/), // Azure key: learn.microsoft.com/purview/sit-defn-azure-storage-account-key-generic
  exact(/LTAI[A-Za-z0-9]{12}/), // Alibaba Cloud key id: alibabacloud.com/help/ram/user-guide/create-an-accesskey-pair
  loose(/AKID[A-Za-z0-9]{26}/), // Tencent Cloud key id: cloud.tencent.com/document/product/598/40488
  dotted(/(?:AQVN[\w-]{30}|y0_[\w-]{30}|t1\.[A-Z0-9a-z_-]{20})/), // Yandex key: yandex.cloud/docs/iam/concepts/authorization/api-key
  exact(/do[opr]_v1_[0-9a-f]{24}/), // DigitalOcean token: docs.digitalocean.com/reference/api/create-personal-access-token
  dotted(/(?:cf(?:ut|at|k)_\w{24}|v1\.0-[0-9a-f]{24})/), // Cloudflare token: developers.cloudflare.com/fundamentals/api/get-started/token-formats
  exact(/HRKU-[\w-]{20}/), // Heroku key: devcenter.heroku.com/articles/authentication
  exact(/nf[pcoub]_[\w-]{20}/), // Netlify token: docs.netlify.com/api/get-started
  exact(/(?:vc[pkicars]_[A-Za-z0-9]{20}|vercel_blob_rw_\w{16})/), // Vercel token: vercel.com/docs/rest-api
  base64(/f(?:m[12]r?|o1)_[\w+/=-]{20}/), // Fly.io token: fly.io/docs/security/tokens
  loose(/rnd_[A-Za-z0-9]{20}/), // Render key: render.com/docs/api
  exact(/tk-us-[\w-]{30}/), // Scalingo token: developers.scalingo.com
  exact(/tskey-(?:\w{1,16}-)?[A-Za-z0-9]{10}/), // Tailscale key: tailscale.com/kb/1085/auth-keys
  exact(/AVNS_[\w-]{12}/), // Aiven password: aiven.io/docs
  // Databases
  exact(/sb(?:p_(?:v\d_)?[0-9a-f]{24}|_secret_[\w-]{12})/), // Supabase key: supabase.com/docs/guides/api/api-keys
  dotted(/pscale_(?:tkn|pw|oauth)_[\w.-]{16}/), // PlanetScale token: planetscale.com/docs/api/reference/service-tokens
  exact(/napi_[a-z0-9]{24}/), // Neon key: neon.com/docs/manage/api-keys
  exact(/mdb_sa_sk_[\w-]{16}/), // MongoDB Atlas secret: mongodb.com/docs/atlas/configure-api-access
  exact(/CCDB1_\w{20}/), // CockroachDB key: cockroachlabs.com/docs/cockroachcloud/managing-access
  exact(/dbt[cu]_[\w-]{30}/), // dbt token: docs.getdbt.com/docs/dbt-cloud-apis/authentication
  exact(/d(?:api|ose|kea|oca)[0-9a-f]{24}/), // Databricks token: docs.databricks.com/dev-tools/auth/pat
  // Infrastructure
  dotted(/hv[sbr]\.[\w-]{16}/), // HashiCorp Vault token: developer.hashicorp.com/vault/docs/concepts/tokens
  loose(/s\.[A-Za-z0-9]{24}/), // HashiCorp Vault token, old: same page
  dotted(/[A-Za-z0-9]{14}\.atlasv1\.[\w-]{20}/), // Terraform token: developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens
  dotted(/dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{20}/), // Doppler token: docs.doppler.com/reference/auth-token-formats
  dotted(/st\.[0-9a-f]{24}\.[0-9a-f]{16}/), // Infisical token: infisical.com/docs/documentation/platform/token
  exact(/sha256~[\w-]{40}/), // OpenShift token: docs.openshift.com/container-platform/latest/authentication
  exact(/token-[a-z0-9]{5}:[a-z0-9]{50}/), // Rancher token: ranchermanager.docs.rancher.com/api
  exact(/pul-[0-9a-f]{24}/), // Pulumi token: pulumi.com/docs/administration/access-identity/access-tokens
  dotted(/ops_eyJ[\w-]{16}/), // 1Password token: developer.1password.com/docs/service-accounts
  exact(/A3-[A-Z0-9]{6}-[A-Z0-9]{5,6}-[A-Z0-9]{5}/), // 1Password secret key: support.1password.com/secret-key
  exact(/AGE-SECRET-KEY-1[0-9A-Z]{20}/), // age identity: age-encryption.org/v1
  exact(/CCI(?:PAT|PRJ)_\w{20}/), // CircleCI token: circleci.com/docs/managing-api-tokens
  exact(/bk(?:ua|at|aj|pt)_[0-9a-f]{24}/), // Buildkite token: buildkite.com/docs/platform/security/tokens
  exact(/API-[A-Z0-9]{25}/), // Octopus Deploy key: octopus.com/docs/octopus-rest-api/how-to-create-an-api-key
  dotted(/[ps]at\.[\w-]{22}\.[0-9a-f]{16}/), // Harness token: developer.harness.io/docs/platform/automation/api/add-and-manage-api-keys
  exact(/sq[uap]_[0-9a-f]{24}/), // SonarQube token: docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens
  exact(/pn[ub]_\w{30}/), // Prefect key: docs.prefect.io/v3/manage/cloud/manage-users/api-keys
  exact(/(?:sdk|api)-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/), // LaunchDarkly key: launchdarkly.com/docs/home/account/keys
  // Monitoring
  base64(/sntry[su]_[\w+/=-]{20}/), // Sentry token: docs.sentry.io/account/auth-tokens
  exact(/(?:NR(?:AK|II|IQ|RA|SP)-[\w-]{16}|[0-9a-f]{36}NRAL)/), // New Relic key: docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys
  base64(/gl(?:sa|c)_[A-Za-z0-9+/=]{16}/), // Grafana token: grafana.com/docs/grafana/latest/administration/service-accounts
  base64(/eyJrIjoi[A-Za-z0-9+/=]{30}/), // Grafana key, old: grafana.com/docs/grafana/latest/administration/service-accounts/migrate-api-keys
  loose(/ph[xs]_[A-Za-z0-9]{30}/), // PostHog key: posthog.com/docs/api
  exact(/hc[a-z]{2}k_\w{20}/), // Honeycomb key: docs.honeycomb.io/configure/environments/manage-api-keys
  dotted(/dt0[a-z]\d\d\.[A-Z0-9]{16}/), // Dynatrace token: docs.dynatrace.com/docs/manage/identity-access-management/access-tokens-and-oauth-clients
  exact(/ddapp_\w{20}/), // Datadog application key: docs.datadoghq.com/account_management/api-app-keys
  // Messages and mail
  base64(/xoxd-[\w%+/=-]{20,300}/), // Slack session: docs.slack.dev/authentication/tokens
  exact(/(?:xox[a-z]|xoxe\.xox[bp]|xapp|xwfp)-[\w-]{10}/), // Slack token: docs.slack.dev/authentication/tokens
  base64(/(?<=hooks\.slack(?:-gov)?\.com\/(?:services|workflows|triggers)\/)[\w/-]{16}/), // Slack webhook: docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
  dotted(/[MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{25}/), // Discord token: discord.com/developers/docs/reference#authentication
  exact(/(?<=discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/\d{5,25}\/)[\w-]{20}/), // Discord webhook: discord.com/developers/docs/resources/webhook
  base64(/(?<=\.webhook\.office\.com\/webhookb2\/)[\w@/-]{20,200}/), // Teams webhook: learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors
  base64(
    /(?<=hooks\.zapier\.com\/hooks\/catch\/|maker\.ifttt\.com\/trigger\/[\w-]{1,60}\/(?:json\/)?with\/key\/)[\w/-]{8}/,
  ), // Zapier or IFTTT webhook: zapier.com, ifttt.com/maker_webhooks
  exact(/(?<=open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/)[\w-]{20}/), // Feishu or Lark webhook: open.feishu.cn/document
  exact(/(?:bot)?\d{8,10}:[\w-]{35}/), // Telegram bot token: core.telegram.org/bots/api#authorizing-your-bot
  exact(/SK[0-9a-f]{32}/), // Twilio key: twilio.com/docs/iam/api-keys
  dotted(/SG\.[\w-]{16,22}\.[\w-]{16}/), // SendGrid key: twilio.com/docs/sendgrid/ui/account-and-settings/api-keys
  exact(/(?:key-[0-9a-z]{32}|[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8})/), // Mailgun key: documentation.mailgun.com
  exact(/[0-9a-f]{32}-us\d{1,2}/), // Mailchimp key: mailchimp.com/developer/marketing/guides/quick-start
  exact(/x(?:keysib|smtpsib)-[0-9a-f]{24}/), // Brevo key: developers.brevo.com
  loose(/re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{12}/), // Resend key: resend.com/docs
  exact(/md-[\w-]{22}/), // Mandrill key: mailchimp.com/developer/transactional
  exact(/A{20}[\w%-]{30,200}/), // X bearer token: docs.x.com/fundamentals/authentication
  loose(/EAA[A-Za-z0-9][A-Za-z0-9_-]{28}/), // Meta access token: developers.facebook.com/docs/facebook-login/guides/access-tokens
  loose(/IG(?:QV|AA)[\w-]{60}/), // Instagram token: developers.facebook.com/docs/instagram-platform
  exact(/oauth:[a-z0-9]{30}/), // Twitch token: dev.twitch.tv/docs/authentication
  // Payments and shops
  looseBase64(/AQE[A-Za-z0-9+/]{60}/), // Adyen key: docs.adyen.com/development-resources/api-credentials
  exact(/[rs]k_(?:live|test|prod)_\w{16}/), // Stripe key: docs.stripe.com/keys
  base64(/whsec_[\w+/=-]{16}/), // Webhook signing secret: docs.stripe.com/webhooks, standardwebhooks.com
  exact(/sq0(?:atp|csp|acp)-[\w-]{16}/), // Square token: developer.squareup.com/docs/build-basics/access-tokens
  exact(/shp(?:at|ca|pa|ss|ua|tka)_\w{20}/), // Shopify token: shopify.dev/docs/apps/build/authentication-authorization
  exact(/(?<=access_token\$(?:production|sandbox)\$[0-9a-z]{8,20}\$)[0-9a-f]{16}/), // PayPal or Braintree token: developer.paypal.com/braintree/docs
  exact(/access-(?:sandbox|development|production)-[0-9a-f]{8}-/), // Plaid token: plaid.com/docs/api/tokens
  exact(/FLWSECK(?:_TEST)?-\w{10}/), // Flutterwave key: developer.flutterwave.com/docs/authentication
  exact(/shippo_(?:live|test)_[0-9a-f]{24}/), // Shippo token: docs.goshippo.com
  exact(/EZ[AT]K\w{30}/), // EasyPost key: docs.easypost.com/docs/authentication
  loose(/(?:live|test)_[\w-]{28}/), // Lob, Mollie or GoCardless key: docs.mollie.com/reference/authentication
  exact(/duffel_(?:test|live)_[\w-]{20}/), // Duffel token: duffel.com/docs
  // Products with an API
  exact(/lin_(?:api|oauth)_\w{16}/), // Linear key: linear.app/developers
  exact(/(?:ntn_\w{20}|secret_[A-Za-z0-9]{32})/), // Notion token: developers.notion.com/docs/authorization
  exact(/fig[dou]_?[dp]?_[\w-]{20}/), // Figma token: developers.figma.com/docs/rest-api/authentication
  exact(/PMA[KT]-[0-9A-Za-z-]{16}/), // Postman key: learning.postman.com/docs/developer/postman-api/authentication
  dotted(/pat[A-Za-z0-9]{14}\.[0-9a-f]{24}/), // Airtable token: airtable.com/developers/web/api/authentication
  exact(/\d\/\d{10,20}(?:\/\d{10,20})?:[0-9a-f]{32}/), // Asana token: developers.asana.com/docs/personal-access-token
  exact(/pat-(?:na|eu|ap)\d-[0-9a-f]{8}-/), // HubSpot token: developers.hubspot.com/docs/apps/legacy-apps/private-apps
  exact(/ATTA[0-9a-f]{24}/), // Trello token: developer.atlassian.com/cloud/trello/guides/rest-api/authorization
  exact(/pk_\d{5,12}_[A-Z0-9]{32}/), // ClickUp token: developer.clickup.com/docs/authentication
  dotted(/sl\.(?:u\.)?[\w-]{40}/), // Dropbox token: developers.dropbox.com/oauth-guide
  exact(/CFPAT-[\w-]{20}/), // Contentful token: contentful.com/developers/docs/references/authentication
  loose(/tfp_[\w-]{20}/), // Typeform token: typeform.com/developers/get-started/personal-access-token
  exact(/rdme_\w{24}/), // ReadMe key: docs.readme.com/main/docs/authentication
  exact(/aio_\w{28}/), // Adafruit key: learn.adafruit.com/welcome-to-adafruit-io
  exact(/sec-c-[0-9A-Za-z-]{20}/), // PubNub secret: pubnub.com/docs
  exact(/fio-u-[\w-]{40}/), // Frame.io token: developer.adobe.com/frameio
  exact(/tr_(?:dev|prod|stg|preview)_[A-Za-z0-9]{20}/), // Trigger.dev key: trigger.dev/docs/apikeys
  loose(/[\w-]{6}\.[\w-]{6}:[\w-]{40}/), // Ably key: ably.com/docs/auth/basic
  exact(/waka_[0-9a-f]{8}-/), // WakaTime key: wakatime.com/developers
  dotted(/sk\.eyJ[\w-]{10}/), // Mapbox secret token: docs.mapbox.com/help/getting-started/access-tokens
  exact(/signkey-(?:prod|test|branch)-[0-9a-f]{16}/), // Inngest key: inngest.com/docs/platform/signing-keys
  exact(/secret-(?:live|test)-[\w=-]{16}/), // Stytch secret: stytch.com/docs
  // Models
  loose(/c?sk-[\w-]{16}/), // OpenAI, Anthropic, OpenRouter … key: platform.openai.com/docs/api-reference/authentication
  loose(/sk_(?:[0-9a-f]{32}|[\w-]{40})/), // ElevenLabs key: elevenlabs.io/docs/api-reference/authentication
  exact(/(?:hf_[A-Za-z]{28}|api_org_[A-Za-z0-9]{28})/), // Hugging Face token: huggingface.co/docs/hub/security-tokens
  loose(/hf_[A-Za-z0-9]{28}/), // Hugging Face token: same page
  exact(/r8_\w{28}/), // Replicate token: replicate.com/docs/topics/security/api-tokens
  exact(/gsk_\w{28}/), // Groq key: console.groq.com/docs
  exact(/xai-\w{28}/), // xAI key: docs.x.ai
  exact(/pplx-\w{28}/), // Perplexity key: docs.perplexity.ai
  exact(/ls(?:v2_[ps][tk]|_)_[0-9a-f]{24}/), // LangSmith key: docs.smith.langchain.com
  exact(/nvapi-[\w-]{28}/), // NVIDIA key: docs.nvidia.com/nim
  loose(/(?:tvly-[\w-]{16}|fc-[0-9a-f]{32})/), // Tavily or Firecrawl key: docs.tavily.com, docs.firecrawl.dev
  exact(/pcsk_\w{20}/), // Pinecone key: docs.pinecone.io/guides/projects/manage-api-keys
  exact(/tgp_v1_[\w-]{30}/), // Together AI key: docs.together.ai
  loose(/(?:fw_[A-Za-z0-9]{20}|a[ks]-[A-Za-z0-9]{22}|pa-[\w-]{40})/), // Fireworks, Modal or Voyage key: docs.fireworks.ai, modal.com/docs, docs.voyageai.com
  exact(/(?:bb_(?:live|test)_[\w-]{20}|sk_car_\w{20}|key_[0-9a-f]{64})/), // Browserbase, Cartesia or Cursor key: docs.browserbase.com, docs.cartesia.ai, cursor.com/docs
  exact(/e2b_[0-9a-f]{24}/), // E2B key: e2b.dev/docs/api-key
  exact(/jina_[0-9a-f]{24}/), // Jina key: docs.jina.ai
  exact(/rpa_\w{30}/), // RunPod key: docs.runpod.io/get-started/api-keys
  exact(/(?:[xyz]prv[1-9A-HJ-NP-Za-km-z]{80}|(?:5[HJK]|[KL][1-5])[1-9A-HJ-NP-Za-km-z]{49,50}(?![A-Za-z0-9]))/), // Bitcoin private key: en.bitcoin.it/wiki/Wallet_import_format, BIP-32
  exact(/(?<=\.infura\.io\/v3\/|\.alchemy(?:api)?\.(?:com|io)\/v2\/)[\w-]{20}/), // Infura or Alchemy key: docs.metamask.io, alchemy.com/docs
  base64(/LS0tLS1CRUdJTi[A-D][\w+/]{0,24}?(?:UFJJVkFURSBLRV|QUklWQVRFIEtFW|BSSVZBVEUgS0VZ)/), // Private key in Base64: RFC 7468, RFC 4648
  dotted(/v[1-4]\.(?:local|public)\.[\w-]{20}/), // PASETO: github.com/paseto-standard/paseto-spec
];
