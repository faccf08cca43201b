import HealthStorage
import Testing

/// A store's password is left out of what a backend or plugin wrote, however it is written.
@Suite("Secrets of stores") struct StoreSecretsTests {
  @Test(
    "a secret is left out in every form",
    arguments: [
      ("evil://u:S3CRET@host", "cannot connect to evil://u:S3CRET@host", "cannot connect to evil://u:…@host"),
      ("evil://u:S3CRET@host", "S3CRETS3CRET s3cret", "…… s3cret"),
      ("evil://u:p%40ss%2Fw@host", "p@ss/w p%40ss%2Fw p%40ss%2fw %70%40%73%73%2F%77", "… … … …"),
      ("evil://u:p%40ss%2Fw@host", #"{"x":"p@ss\/w"} p@ss%2Fw p\u0040ss\u002fw"#, #"{"x":"…"} … …"#),
      ("evil://u:p@ss/w@host", "p%40ss%2Fw", "…"),
      ("evil://u:half1234@other5678@host", "no host other5678@host, half1234", "no host …@host, …"),
      ("evil://u:100%real@host", "100%real 100%25real", "… …"),
      ("evil://u:%25%25%25%25@host", "%%%% %25%25%25%25 %2525%2525%2525%2525", "… … …"),
      ("evil://u:ge heim@host", "ge heim ge%20heim ge+heim", "… … …"),
      ("evil://u:schl%C3%BCssel@host", #"schlüssel schl\u00fcssel schl%c3%bcssel"#, "… … …"),
      ("evil://u:😀😀@host", #"😀😀 \ud83d\ude00\uD83D\uDE00 \ud83d"#, #"… … \ud83d"#),
      ("evil:x?path=a.db&api_token=abcd%20ef&name=bob", "abcd ef in a.db of bob, abcd%20ef", "… in a.db of bob, …"),
      ("evil:x?dsn=pg%3A%2F%2Fu%3AS3CRET%40h", "pg://u:S3CRET@h", "pg://u:…@h"),
      ("evil:x?dsn=pg://u:S3CRET@h&b=1", "S3CRET b=1", "… b=1"),
      // A short one is left out where it is a password, not in every word.
      (
        "evil://u:ab@host", "evil://u:ab@host: about ab, cab=ab; password=abc",
        "evil://u:…@host: about ab, cab=…; password=abc"
      ),
      ("evil:x?secret=a", "a=a a:a aa=aa", "a=… a:… aa=aa"),
      ("evil://u:@host", "evil://u:@host", "evil://u:@host"),
      ("evil://u@host/S3CRET", "u@host/S3CRET", "u@host/S3CRET"),
      ("sqlite:a@b:c.db", "a@b:c.db", "a@b:c.db"),
    ])
  func blanked(_ url: String, _ text: String, _ blanked: String) throws {
    let secrets = StoreSecrets(try #require(StorageURL(url)))
    #expect(secrets.blanked(text) == blanked)
    #expect(secrets.blanked(StorageError(.failed, text, hint: text)) == StorageError(.failed, blanked, hint: blanked))
  }

  @Test("a secret is left out before a text is cut, escaped or decoded") func shown() throws {
    let secrets = StoreSecrets(try #require(StorageURL("evil://u:S3CR\u{1B}ET@host")))
    #expect(secrets.shown("at S3CR\u{1B}ET", limit: 7) == "at …")
    #expect(secrets.shown(utf8: Array("S3CR\u{1B}ET".utf8) + [0xFF]) == #"…\xFF"#)
  }

  @Test("further secrets are left out, and the empty one is none") func others() throws {
    let secrets = StoreSecrets(try #require(StorageURL("evil:x")), others: ["", "from the environment"])
    #expect(secrets.blanked("it is from the environment") == "it is …")
  }

  @Test(
    "a name that is malformed shows no password",
    arguments: [("post_gres://u:S3CRET@host", "post_gres://u:…@host"), ("health", "health"), ("", "")])
  func malformed(_ text: String, _ shown: String) { #expect(StorageURL.shown(text) == shown) }
}
