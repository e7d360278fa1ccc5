// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Plain

// What helps with readers, sites and the machine.

extension Cure {
  func withReader(_ voice: Voice) -> String {
    let isDoctor = voice.command == "doctor"
    return switch self {
    case .replug:
      "Unplug the reader, plug it in again, and try once more."
        + (isDoctor ? "" : " 'tagpress doctor' looks for the reason.")
    case .replugIfItContinues: "If this continues, unplug the reader and plug it in again."
    case .replugIfNextTryFails:
      (voice.goesOn ? "The next try starts it again." : "Run the same command again.")
        + " If this continues, unplug the reader and plug it in again."
    case .plugIn: voice.goesOn ? "Plug it in again." : "Plug it in and run the same command again."
    case .plugReaderIn: "Plug it in." + (isDoctor ? "" : " 'tagpress doctor' lists what is there.")
    case .chooseReader, .chooseListedReader:
      voice.takes("reader") ? "Choose one with --reader NAME." : "Unplug the others."
    case .nameReader where isDoctor:
      "Write pn532_uart:/dev/ttyUSB0 for a PN532 on a serial port."
    case .nameReader:
      """
      Write pn532_uart:/dev/ttyUSB0 for a PN532 on a serial port, or use a name that 'tagpress \
      doctor' shows.
      """
    case .checkPort:
      "Is it plugged in?" + (isDoctor ? "" : " 'tagpress doctor' lists the ports of this machine.")
    case .namePort: "Readers are at paths like /dev/ttyUSB0."
    case .joinGroup(let group):
      """
      Its users are the members of the group '\(group)': run 'sudo adduser $USER \(group)', then \
      log in again.
      """
    case .askForAccess: "Ask the administrator of this machine for access to it."
    case .allowReader(let vendor, let product, let device):
      """
      Run 'echo SUBSYSTEM==\\"usb\\", ATTR{idVendor}==\\"\(vendor)\\", \
      ATTR{idProduct}==\\"\(product)\\", GROUP=\\"plugdev\\", MODE=\\"0660\\", TAG+=\\"uaccess\\" | \
      sudo tee -a /etc/udev/rules.d/70-tagpress.rules' and then 'sudo udevadm trigger --action=add \
      \(device)'.
      """
    case .unloadModule(let module):
      """
      Run 'sudo modprobe -r \(module)', and 'echo blacklist \(module) | sudo tee \
      /etc/modprobe.d/tagpress.conf' so that it does not come back.
      """
    case .stopOtherProgram:
      voice.takes("reader")
        ? "Stop that program, or choose another reader with --reader NAME." : "Stop that program."
    case .nameAsCardService(let names):
      "The PC/SC service has such a reader: "
        + (voice.takes("reader")
          ? "use --reader \(names.map(shellWord).joined(separator: " or --reader "))."
          : "\(names.map(visible).joined(separator: ", ")).")
    case .checkWiring: "Is it powered, set to HSU (serial) mode, and are TX and RX crossed?"
    case .chooseSpeed: "Use 115200, or 460800 for a faster line."
    case .seeAbilities:
      isDoctor ? "Use another reader." : "'tagpress doctor' shows what readers can do."
    case .examineReaders:
      isDoctor ? "Is one plugged in?" : "'tagpress doctor' looks for the reason."
    case .restartCardService:
      "If it does not come back by itself, start it with 'sudo systemctl start pcscd.socket'."
    case .startCardService:
      """
      Start it with 'sudo systemctl start pcscd.socket', or if there is none, run 'sudo apt \
      install pcscd'.
      """
    case .installCardService:
      "Run 'sudo apt install pcscd libpcsclite1', then plug the reader in again."
    case .allowInPolkit(let action):
      "Work at the machine itself, or ask its administrator for a polkit rule for \(action)."
    default: ""
    }
  }

  func withSite(_ voice: Voice) -> String {
    let forATest =
      voice.takes("ca") ? ", or name your own authority with --ca FILE for a test." : "."
    return switch self {
    case .giveAddress:
      voice.takes("resolve")
        ? "Check its name, or give its address with --resolve HOST:PORT:ADDRESS."
        : "Check its name."
    case .replaceCertificate: "Get one from a public authority\(forATest)"
    case .completeCertificateChain: "Configure the full chain\(forATest)"
    default: voice.takes("drop") ? inSiteMake : elsewhere
    }
  }

  /// What helps where association files are made.
  private var inSiteMake: String {
    switch self {
    case .openPrinted(let name, let host):
      (host.map { "Name the folder that has the files of \($0) with -o DIR" }
        ?? "Let the job's patterns open them") + ", or give them up with --drop \(shellWord(name))."
    case .addToFile(let file):
      (file.map { "Add to it with --merge \(shellWord($0))." }
        ?? "Choose another folder with -o DIR.") + " With --replace, all that it says is lost."
    case .nameJobsOfFile:
      "Name the jobs that it was made for, too, or lose it with --replace."
    case .giveUpApp(let app):
      """
      If the file is of an earlier form of the same job, --drop \(shellWord(app)) gives up what it says \
      of the app.
      """
    case .checkNamedJob: "Check the path after --job."
    case .nameOtherJobs: "Name them with --job."
    case .removeLink: "Remove the link, or name the folder there with -o."
    case .chooseOtherFolder: "Or choose another folder with -o DIR."
    case .makeSiteFiles, .deployMadeFiles, .explainLinks: elsewhere
    default:
      """
      If one was moved, name it with --job where it is now. Then, or if it is gone for good, 'tagpress \
      doctor --forget PATH' forgets where it was.
      """
    }
  }

  private var elsewhere: String {
    switch self {
    case .openPrinted: "Let the job's patterns open them."
    case .addToFile: "Choose another folder."
    case .nameJobsOfFile: "Name the jobs that it was made for, too."
    case .giveUpApp: "Remove what the file says of the app."
    case .checkNamedJob: "Check its path."
    case .nameOtherJobs: "Name them."
    case .removeLink: "Remove the link."
    case .chooseOtherFolder: "Or choose another folder."
    case .makeSiteFiles: "Make them with 'tagpress site make JOB'."
    case .deployMadeFiles: "Deploy the one that 'tagpress site make JOB' makes."
    case .explainLinks: "'tagpress site explain' says why."
    default: "If one is gone for good, 'tagpress doctor --forget PATH' forgets where it was."
    }
  }

  var withMachine: String {
    switch self {
    case .closePrograms: "Close other programs, then try again."
    case .closeProgramsAndPutBack: "Close other programs, then put the tag on the reader again."
    case .checkOpenSSL: "Check the installation of OpenSSL. 'tagpress doctor' helps."
    case .checkDisk: "Check the disk, then start again."
    case .makeRoom: "Make room and start again. Nothing that was done is lost."
    case .tryAgain: "Try again, and report it if it stays."
    case .startAgain: "Start again."
    case .runAgain: "Run the same command again."
    case .copyToThisMachine: "Copy the job's folder to a disk of this machine and work there."
    case .copyToOwnFolder:
      "Copy all files of the job into a folder of your own, and try there."
    case .changePermissions:
      "Change the permissions, or copy the job into a folder of your own."
    case .closeOtherProgram: "Close the program that has it open, and try again."
    default: "Use that version of TagPress."
    }
  }
}
