import ArgumentParser
@main struct AssayCommand: ParsableCommand {
  func run() throws { print("assay") }
}
